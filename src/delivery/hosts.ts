/** The hosts by id, in the table's order. */
import { type HostFacts, hostTable } from "./host-table.js";

export type HostId = keyof typeof hostTable;

/** The AI app that calls the tool and decides which channels of its result the model reads. */
export interface Host extends HostFacts {
  readonly id: HostId;
}

export const hostIds = Object.keys(hostTable) as readonly HostId[];

export const hosts: readonly Host[] = hostIds.map(hostById);

export function hostById(id: HostId): Host {
  return { id, ...hostTable[id] };
}

export function isHostId(id: string): id is HostId {
  return Object.hasOwn(hostTable, id);
}

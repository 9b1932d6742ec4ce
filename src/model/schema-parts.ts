/** An `outputSchema` as it was read: its objects, their keys, and what becomes of the keys that it does not name. */
import type { ts } from "ts-morph";
import type { Library } from "./schema-libraries.js";
import type { Env } from "./terms.js";

export interface Field {
  readonly optional: boolean | "unknown";
  /** Whether it takes any string. */
  readonly isText: boolean;
}

/** One object that a schema takes. */
export interface ObjectSchema {
  readonly fields: ReadonlyMap<string, Field>;
  /** Whether it names keys that can't be read. */
  readonly opaque: boolean;
  /** What becomes of a key that it does not name: clients refuse it or frameworks take it out, or it is kept. */
  readonly rest: "refused" | "kept" | "unknown";
}

export interface OutputSchema {
  /**
   * How it is written: a raw shape, a schema object, an alternative, JSON Schema, or JSON Schema derived from an object.
   */
  readonly form: "shape" | "object" | "union" | "json" | "derived";
  readonly node: ts.Expression;
  readonly env: Env;
  /** More than one where it is a union or depends on a condition. */
  readonly branches: readonly ObjectSchema[];
  readonly library?: Library;
  /** Whether it can be extended where it is used: what is refined, branded or read-only can't be in some versions. */
  readonly extendable: boolean;
}

import type { Rule } from "../src/diagnostic.js";
import { registrarNeedles } from "../src/model/needles.js";
import type { FailureKind, Tool, UnmarkedFailure } from "../src/model/server-model.js";
import { wayOut } from "../src/wording.js";

/**
 * Without `isError` a failure is a success with a sad text: the host shows a green mark, counts no error and retries
 * nothing, and the model may take the text for data.
 *
 * Not reported: what was asked for, though it is bad news (an exit code, the status of a page that the tool fetches, an
 * invalid document that it checks), and a `catch` that answers with something else than the failure.
 */
export const caughtErrorWithoutIsError: Rule = {
  id: "caught-error-without-is-error",
  summary: "a failure that a tool answers with a result not marked `isError`",
  severity: "warning",
  fixable: "sometimes",
  needles: registrarNeedles,
  *check({ unmarkedFailures }) {
    for (const failure of unmarkedFailures()) {
      const mend = failure.mend();
      const { name } = failure.tool ?? ({} as Partial<Tool>);
      yield {
        at: failure.at,
        message: `${saying(failure)}; ${wayOut(mend, "add `isError: true`")}`,
        ...(name ? { tool: name } : {}),
        affects: failure.affects,
        ...("fix" in mend ? { fix: mend.fix } : {}),
      };
    }
  },
};

const places: Readonly<Record<FailureKind, string>> = {
  catch: "what this `catch` answers",
  rejection: "what this handler of a rejection answers",
  check: "the answer to a call that failed",
};

const saying = ({ builder, affects, kind }: UnmarkedFailure) =>
  builder
    ? `\`${builder}\` answers ${affects} failures as successes, without \`isError\``
    : `${places[kind]} looks like a success, it has no \`isError\``;

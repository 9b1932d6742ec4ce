import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { ts } from "ts-morph";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { WriteError } from "../src/errors.js";
import { type FileLayer, recover, writeAll, writeReport } from "../src/fix/write.js";
import { disk, failing, Killed, killedAt } from "./support/faulty-disk.js";

const top = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "mcp-lint-write-")));
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));

let count = 0;
let root: string;
beforeEach(() => {
  root = freshRoot();
});

function freshRoot(): string {
  const folder = join(top, String(++count), "root");
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

function put(path: string, text: string, mode = 0o644): void {
  fs.mkdirSync(dirname(join(root, path)), { recursive: true });
  fs.writeFileSync(join(root, path), text);
  fs.chmodSync(join(root, path), mode);
}

/** All that is in the root: paths with text and mode, links with their target, folders with a slash. */
function tree(): Record<string, string> {
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true }).map((entry): [string, string] => {
    const at = join(entry.parentPath, entry.name);
    const path = at.slice(root.length + 1);
    if (entry.isSymbolicLink()) return [path, `-> ${fs.readlinkSync(at)}`];
    if (entry.isDirectory()) return [`${path}/`, ""];
    return [path, `${(fs.statSync(at).mode & 0o7777).toString(8)} ${fs.readFileSync(at, "utf8")}`];
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function write(files: Record<string, string>, baseline: Record<string, string>, io?: FileLayer): void {
  writeAll(root, new Map(Object.entries(files)), new Map(Object.entries(baseline)), io);
}

/** Whether the error is of the kind that is told in a line; it is never a bare failure of the disk. */
function refusal(step: () => void): string {
  try {
    step();
  } catch (error) {
    expect(error).toBeInstanceOf(WriteError);
    expect((error as Error).message).not.toContain("\n");
    return (error as Error).message;
  }
  throw new Error("nothing was refused");
}

describe("writeAll writes", () => {
  test("texts as they are, in UTF-8, and leaves nothing beside them", () => {
    put("a.ts", "\uFEFFold\r\n");
    put("src/b.ts", "alt 😀", 0o640);
    put("same.ts", "same");
    write(
      { "a.ts": "\uFEFFnew\r\n", "src/b.ts": "neu 🎉", "src/deep/er/reply.ts": "export {};\n", "same.ts": "same" },
      { "a.ts": "\uFEFFold\r\n", "src/b.ts": "alt 😀", "same.ts": "same" },
    );
    expect(tree()).toEqual({
      "a.ts": "644 \uFEFFnew\r\n",
      "same.ts": "644 same",
      "src/": "",
      "src/b.ts": "640 neu 🎉",
      "src/deep/": "",
      "src/deep/er/": "",
      "src/deep/er/reply.ts": `${(0o666 & ~process.umask()).toString(8)} export {};\n`,
    });
    expect(fs.readFileSync(join(root, "a.ts"))).toEqual(Buffer.from("\uFEFFnew\r\n"));
  });

  test("with the mode of the old file, and its owner where that is allowed", () => {
    put("run.ts", "old", 0o750);
    if (process.getuid?.() === 0) fs.chownSync(join(root, "run.ts"), 1234, 2345);
    const before = fs.statSync(join(root, "run.ts"));
    write({ "run.ts": "new" }, { "run.ts": "old" });
    const { mode, uid, gid } = fs.statSync(join(root, "run.ts"));
    expect({ mode, uid, gid }).toEqual({ mode: before.mode, uid: before.uid, gid: before.gid });
    write(
      { "run.ts": "newer" },
      { "run.ts": "new" },
      failing("EPERM", (_, name) => name === "fchownSync"),
    );
    expect(tree()).toEqual({ "run.ts": "750 newer" });
  });

  test("the file that a link inside of the root names, and not the link", () => {
    put("real/c.ts", "old");
    fs.symlinkSync("real/c.ts", join(root, "link.ts"));
    fs.symlinkSync("real", join(root, "dir"));
    write({ "link.ts": "new", "dir/new.ts": "n" }, { "link.ts": "old" });
    expect(tree()).toMatchObject({ "real/c.ts": "644 new", "link.ts": "-> real/c.ts", dir: "-> real" });
    expect(fs.readFileSync(join(root, "real/new.ts"), "utf8")).toBe("n");
  });

  test("a file once that has two names, if they agree", () => {
    put("a.ts", "old");
    fs.symlinkSync("a.ts", join(root, "b.ts"));
    write({ "a.ts": "new", "b.ts": "new" }, { "a.ts": "old", "b.ts": "old" });
    expect(tree()).toEqual({ "a.ts": "644 new", "b.ts": "-> a.ts" });
    const both = () => write({ "a.ts": "new", "b.ts": "other" }, { "a.ts": "new", "b.ts": "new" });
    expect(refusal(both)).toBe("`a.ts` and `b.ts` are one file, but get different fixes: name only one of them");
  });

  test("in a root that is itself named by a link", () => {
    put("a.ts", "old");
    fs.symlinkSync(root, `${root}-link`);
    writeAll(`${root}-link`, new Map([["a.ts", "new"]]), new Map([["a.ts", "old"]]));
    expect(tree()).toEqual({ "a.ts": "644 new" });
  });

  test("nothing at all where nothing changes", () => {
    put("a.ts", "same", 0o444);
    const writing = disk((real, _, name) => {
      if (!/^(realpath|lstat|readFile)Sync$/.test(name)) throw new Error(`wrote with ${name}`);
      return real();
    });
    write({ "a.ts": "same" }, { "a.ts": "same" }, writing);
    write({}, {}, writing);
  });
});

describe("writeAll refuses, and writes nothing of the run,", () => {
  test.each<[string, (folder: string) => void, string]>([
    [
      "a file that has changed",
      () => put("b.ts", "mine"),
      "can't write `b.ts`: it has changed since it was read; run again",
    ],
    [
      "a file of other bytes that read alike",
      () => fs.writeFileSync(join(root, "b.ts"), Buffer.from([0x62, 0xff])),
      "can't write `b.ts`: it has changed since it was read; run again",
    ],
    [
      "a file that was deleted",
      () => fs.rmSync(join(root, "b.ts")),
      "can't write `b.ts`: it has been deleted since it was read; run again",
    ],
    [
      "a new file that is there by now",
      () => put("new.ts", "mine"),
      "can't write `new.ts`: it has appeared since it was read; run again",
    ],
    ["a read-only file", () => fs.chmodSync(join(root, "b.ts"), 0o444), "can't write `b.ts`: it is read-only"],
    [
      "a folder",
      () => {
        fs.rmSync(join(root, "b.ts"));
        fs.mkdirSync(join(root, "b.ts"));
      },
      "can't write `b.ts`: it is no regular file",
    ],
    [
      "a link that leads nowhere",
      () => fs.symlinkSync("gone.ts", join(root, "new.ts")),
      "can't write `new.ts`: a link leads nowhere",
    ],
    [
      "a link that leaves the root",
      (outside) => {
        fs.rmSync(join(root, "b.ts"));
        fs.symlinkSync(join(outside, "b.ts"), join(root, "b.ts"));
      },
      "can't write `b.ts`: it is outside of the working folder",
    ],
    ["a folder that is a file", () => put("dir", "file"), "nothing was written: ENOTDIR"],
  ])("%s", (_, change, message) => {
    const outside = freshRoot();
    fs.writeFileSync(join(outside, "b.ts"), "b\uFFFD");
    root = freshRoot();
    put("a.ts", "a");
    put("b.ts", "b\uFFFD");
    change(outside);
    const before = tree();
    const files = { "a.ts": "A", "b.ts": "B", "new.ts": "N", "dir/new.ts": "N" };
    expect(refusal(() => write(files, { "a.ts": "a", "b.ts": "b\uFFFD" }))).toContain(message);
    expect(tree()).toEqual(before);
    expect(fs.readFileSync(join(outside, "b.ts"), "utf8")).toBe("b\uFFFD");
  });

  test("whatever is outside of the root: a parent's file, a file of a linked folder, a sibling with the same beginning", () => {
    const outside = freshRoot();
    root = freshRoot();
    put("a.ts", "a");
    fs.symlinkSync(outside, join(root, "dir"));
    fs.mkdirSync(`${root}-2`);
    for (const path of ["../new.ts", "dir/new.ts", "dir/deep/new.ts", `${root}-2/new.ts`, "."])
      expect(refusal(() => write({ "a.ts": "A", [path]: "N" }, { "a.ts": "a" }))).toMatch(
        /outside of the working folder$/,
      );
    expect(tree()).toEqual({ "a.ts": "644 a", dir: `-> ${outside}` });
    expect([fs.readdirSync(outside), fs.readdirSync(`${root}-2`), fs.readdirSync(dirname(root))]).toMatchObject([
      [],
      [],
      { length: 2 },
    ]);
  });

  test("half a character", () => {
    put("a.ts", "a");
    expect(refusal(() => write({ "a.ts": "\uD83D" }, { "a.ts": "a" }))).toMatch(/no valid Unicode$/);
  });

  test.skipIf(process.getuid?.() !== 0)("what the user may not write, as a user who is not root", () => {
    put("theirs.ts", "old", 0o644);
    fs.chmodSync(root, 0o777);
    for (let folder = root; folder !== dirname(top); folder = dirname(folder)) fs.chmodSync(folder, 0o777);
    process.seteuid?.(65534);
    try {
      expect(refusal(() => write({ "theirs.ts": "new" }, { "theirs.ts": "old" }))).toMatch(/EACCES/);
    } finally {
      process.seteuid?.(0);
    }
    expect(tree()).toEqual({ "theirs.ts": "644 old" });
  });

  test.each([
    ["changed", () => put("b.ts", "mine"), /`b\.ts`: it has changed since/, "644 mine"],
    ["deleted", () => fs.rmSync(join(root, "b.ts")), /`b\.ts`: it has been deleted since/, undefined],
  ])("a file that is %s while the run writes", (_, change, message, left) => {
    put("a.ts", "a");
    put("b.ts", "b");
    let renames = 0;
    const io = disk((real, _call, name) => {
      const result = real();
      if (name === "renameSync" && ++renames === 1) change();
      return result;
    });
    expect(refusal(() => write({ "a.ts": "A", "b.ts": "B" }, { "a.ts": "a", "b.ts": "b" }, io))).toMatch(message);
    expect(tree()).toEqual({ "a.ts": "644 a", ...(left ? { "b.ts": left } : {}) });
  });
});

/** The run that the walks below break off: two files, one of them behind a link, and a new one in new folders. */
const files = { "a.ts": "new a", "link.ts": "new c", "lib/deep/reply.ts": "new reply" };
const baseline = { "a.ts": "old a", "link.ts": "old c" };
const oldTree = { "a.ts": "640 old a", "link.ts": "-> real/c.ts", "real/": "", "real/c.ts": "755 old c" };
const newMode = (0o666 & ~process.umask()).toString(8);
const newTree = {
  "a.ts": "640 new a",
  "lib/": "",
  "lib/deep/": "",
  "lib/deep/reply.ts": `${newMode} new reply`,
  "link.ts": "-> real/c.ts",
  "real/": "",
  "real/c.ts": "755 new c",
};

function setUp(): void {
  root = freshRoot();
  put("a.ts", "old a", 0o640);
  put("real/c.ts", "old c", 0o755);
  fs.symlinkSync("real/c.ts", join(root, "link.ts"));
}

function run(io?: FileLayer): unknown {
  try {
    write(files, baseline, io);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** How many calls a step makes of the disk. */
function callsOf(step: (io: FileLayer) => void): number {
  let calls = 0;
  step(
    disk((real) => {
      calls++;
      return real();
    }),
  );
  return calls;
}

function runCalls(): number {
  setUp();
  const calls = callsOf((io) => run(io));
  expect(tree()).toEqual(newTree);
  return calls;
}

describe("a run that breaks off", () => {
  test("killed at any call: all old or all new after the next run, and nothing left beside", () => {
    const seen = new Set<string>();
    const calls = runCalls();
    for (let call = 1; call <= calls; call++) {
      setUp();
      run(killedAt(call));
      const told = recover(root);
      const isNew = "lib/" in tree();
      expect(tree(), `call ${call}`).toEqual(isNew ? newTree : oldTree);
      if (told) seen.add(`${told} ${isNew ? "new" : "old"}`);
      expect(recover(root)).toBeUndefined();
      // And the run can be made again, on what the kill has left.
      if (!isNew) expect([run(), tree()]).toEqual([undefined, newTree]);
    }
    expect([...seen].toSorted()).toEqual(["tidied new", "undone old"]);
  });

  test("killed at any call, and its healing killed at any call too", { timeout: 120_000 }, () => {
    const calls = runCalls();
    for (let call = 1; call <= calls; call += 3)
      for (let healing = 1; ; healing++) {
        setUp();
        run(killedAt(call));
        let isKilled = false;
        try {
          recover(root, killedAt(healing));
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          isKilled = true;
        }
        recover(root);
        expect(tree(), `call ${call}, then ${healing}`).toEqual("lib/" in tree() ? newTree : oldTree);
        if (!isKilled) break;
      }
  });

  test.each(["ENOSPC", "EACCES", "EIO"])(
    "%s at any one call: told, all old, nothing left; or the run has happened",
    (code) => {
      const calls = runCalls();
      let happened = 0;
      for (let call = 1; call <= calls; call++) {
        setUp();
        const error = run(failing(code, (now) => now === call));
        if (error) {
          expect(error, `call ${call}`).toBeInstanceOf(WriteError);
          expect((error as Error).message).toMatch(/^nothing was written: /);
          expect(tree(), `call ${call}`).toEqual(oldTree);
        } else {
          happened++;
          recover(root);
          expect(tree(), `call ${call}`).toEqual(newTree);
        }
      }
      expect(happened).toBeLessThan(calls / 4);
    },
  );

  test("the disk full from any call on: told, all old, nothing left", () => {
    const calls = runCalls();
    for (let call = 1; call <= calls; call++) {
      setUp();
      const error = run(
        failing("ENOSPC", (now, name) => now >= call && /^(open|writeFile|fsync|mkdir)Sync$/.test(name)),
      );
      if (error) expect(error).toBeInstanceOf(WriteError);
      expect(tree(), `call ${call}`).toEqual(error ? oldTree : newTree);
    }
  });

  test("the disk gone from any call on: told, and healed when it is back", () => {
    const calls = runCalls();
    let late = 0;
    for (let call = 1; call <= calls; call++) {
      setUp();
      const error = run(failing("EIO", (now) => now >= call));
      if (error) expect(error).toBeInstanceOf(WriteError);
      if (/not everything could be put back, run again/.test(String(error))) late++;
      recover(root);
      expect(tree(), `call ${call}`).toEqual("lib/" in tree() ? newTree : oldTree);
      expect(error === undefined).toBe("lib/" in tree());
    }
    expect(late).toBeGreaterThan(0);
  });

  test("the next run heals by itself, and says that what it has read is no longer so", () => {
    for (let call = 1; ; call++) {
      setUp();
      run(killedAt(call));
      if (fs.readFileSync(join(root, "a.ts"), "utf8") === "new a") break;
    }
    expect(refusal(() => write({ "a.ts": "newer a" }, { "a.ts": "new a" }))).toMatch(/`a\.ts`: it has changed since/);
    expect(tree()).toEqual(oldTree);
  });

  test("what someone has written since stays theirs", () => {
    for (let call = 1; ; call++) {
      setUp();
      run(killedAt(call));
      if (fs.existsSync(join(root, "lib/deep/reply.ts"))) break;
    }
    put("a.ts", "mine");
    put("lib/deep/reply.ts", "mine too");
    expect(recover(root)).toBe("undone");
    expect(tree()).toMatchObject({
      "a.ts": "644 mine",
      "real/c.ts": "755 old c",
      "lib/deep/reply.ts": `${newMode} mine too`,
    });
    expect(Object.keys(tree())).toHaveLength(7);
  });

  test("a lost backup is told, the rest is put back", () => {
    for (let call = 1; ; call++) {
      setUp();
      run(killedAt(call));
      if (fs.readFileSync(join(root, "real/c.ts"), "utf8") === "new c") break;
    }
    for (const name of fs.readdirSync(root)) if (/^\.a\.ts\.mcp-lint-.*-old$/.test(name)) fs.rmSync(join(root, name));
    expect(refusal(() => recover(root))).toBe(
      "can't put `a.ts` back: restore it by hand, then remove `.mcp-lint-undo.json`",
    );
    expect(tree()).toMatchObject({ "a.ts": "640 new a", "real/c.ts": "755 old c" });
  });
});

describe("a journal", () => {
  const undo = () => join(root, ".mcp-lint-undo.json");

  test("of a process that still writes is respected, for a minute", async () => {
    setUp();
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "ignore" });
    try {
      fs.writeFileSync(undo(), JSON.stringify({ pid: other.pid, folders: [], files: [] }));
      expect(refusal(() => recover(root))).toMatch(/^process \d+ is writing fixes in this folder/);
      expect(run()).toBeInstanceOf(WriteError);
      expect(tree()).toMatchObject(oldTree);
      const then = Date.now() / 1000 - 61;
      fs.utimesSync(undo(), then, then);
      expect(recover(root)).toBe("undone");
    } finally {
      other.kill();
      await new Promise((done) => other.once("exit", done));
    }
    fs.writeFileSync(undo(), JSON.stringify({ pid: other.pid, folders: [], files: [] }));
    expect(recover(root)).toBe("undone");
    expect(tree()).toEqual(oldTree);
  });

  test("has no say over anything outside of the root", () => {
    const outside = freshRoot();
    setUp();
    fs.writeFileSync(join(outside, "theirs.ts"), "theirs");
    fs.symlinkSync(outside, join(root, "dir"));
    const is = createHash("sha256").update("theirs").digest("hex");
    for (const path of [
      join(outside, "theirs.ts"),
      "dir/theirs.ts",
      join("../../", outside.slice(top.length), "theirs.ts"),
    ]) {
      fs.writeFileSync(undo(), JSON.stringify({ pid: 1, folders: [], files: [{ path, was: null, is }] }));
      expect(recover(root)).toBe("undone");
      expect(fs.readFileSync(join(outside, "theirs.ts"), "utf8")).toBe("theirs");
    }
    // The same journal does speak of what is inside.
    put("ours.ts", "theirs");
    fs.writeFileSync(undo(), JSON.stringify({ pid: 1, folders: [], files: [{ path: "ours.ts", was: null, is }] }));
    const then = Date.now() / 1000 - 61;
    fs.utimesSync(undo(), then, then);
    recover(root);
    expect(tree()).toEqual({ ...oldTree, dir: `-> ${outside}` });
  });

  test("that is a link to a device, or names one, is not read for ever", () => {
    setUp();
    for (const name of [".mcp-lint-undo.json", ".mcp-lint-done.json"]) {
      fs.symlinkSync("/dev/zero", join(root, name));
      expect(recover(root)).toBeUndefined();
      fs.unlinkSync(join(root, name));
    }
    fs.symlinkSync("/dev/zero", join(root, "zero.ts"));
    fs.writeFileSync(
      undo(),
      JSON.stringify({ pid: process.pid, folders: [], files: [{ path: "zero.ts", was: null, is: "0" }] }),
    );
    expect(recover(root)).toBe("undone");
    expect(tree()).toEqual({ ...oldTree, "zero.ts": "-> /dev/zero" });
  });

  test.each([
    "",
    "{",
    "null",
    "[]",
    '{"pid":1}',
    '{"pid":1,"folders":[],"files":[null]}',
    '{"pid":"1","folders":[],"files":[]}',
  ])("that makes no sense goes: %s", (text) => {
    setUp();
    fs.writeFileSync(undo(), text);
    expect(recover(root)).toBe("undone");
    expect(tree()).toEqual(oldTree);
  });
});

describe("signals", () => {
  test("an interrupt that is listened for waits for the whole run", async () => {
    setUp();
    const heard: string[] = [];
    const listener = () => heard.push(Object.keys(tree()).join());
    process.once("SIGINT", listener);
    const io = disk((real, _call, name) => {
      if (name === "mkdirSync") process.kill(process.pid, "SIGINT");
      return real();
    });
    expect(run(io)).toBeUndefined();
    expect(heard).toEqual([]);
    await expect.poll(() => heard).toEqual([Object.keys(newTree).join()]);
  });

  test("a real process, really killed", { timeout: 120_000 }, () => {
    const program = join(top, "program");
    fs.mkdirSync(join(program, "fix"), { recursive: true });
    fs.writeFileSync(join(program, "package.json"), '{ "type": "module" }');
    for (const name of ["errors", "fix/write", "fix/recovery", "fix/targets", "fix/file-layer"]) {
      const source = fs.readFileSync(new URL(`../src/${name}.ts`, import.meta.url), "utf8");
      const { outputText } = ts.transpileModule(source, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      });
      fs.writeFileSync(join(program, `${name}.js`), outputText);
    }
    fs.writeFileSync(
      join(program, "run.js"),
      `import fs from "node:fs";
      import { writeAll } from "./fix/write.js";
      const [root, at, files, baseline] = JSON.parse(process.argv[2]);
      let calls = 0;
      const io = new Proxy(fs, { get: (target, name) => (...args) => {
        if (++calls === at) process.kill(process.pid, "SIGKILL");
        return target[name](...args);
      } });
      writeAll(root, new Map(Object.entries(files)), new Map(Object.entries(baseline)), io);`,
    );
    const calls = runCalls();
    const outcomes = new Set<string>();
    for (let call = 1; call <= calls; call += 4) {
      setUp();
      const { signal } = spawnSync(process.execPath, [
        join(program, "run.js"),
        JSON.stringify([root, call, files, baseline]),
      ]);
      expect(signal).toBe("SIGKILL");
      outcomes.add(`${recover(root)}`);
      expect(tree(), `call ${call}`).toEqual("lib/" in tree() ? newTree : oldTree);
    }
    expect([...outcomes].toSorted()).toEqual(["tidied", "undefined", "undone"]);
  });
});

describe("writeReport", () => {
  test("makes a file, and replaces one with its mode", () => {
    writeReport(join(root, "r.json"), "1");
    fs.chmodSync(join(root, "r.json"), 0o600);
    writeReport(join(root, "r.json"), "2");
    expect(tree()).toEqual({ "r.json": "600 2" });
  });

  test("follows a link, and writes to a device as it is", () => {
    put("out/r.json", "1");
    fs.symlinkSync("out/r.json", join(root, "link.json"));
    writeReport(join(root, "link.json"), "2");
    expect(tree()).toEqual({ "link.json": "-> out/r.json", "out/": "", "out/r.json": "644 2" });
    writeReport("/dev/null", "3");
    expect(fs.lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  test("says what is in the way", () => {
    put("r.json", "1", 0o444);
    expect(refusal(() => writeReport(join(root, "r.json"), "2"))).toMatch(/^can't write `.*r\.json`: it is read-only$/);
    expect(refusal(() => writeReport(join(root, "no/r.json"), "2"))).toMatch(/^can't write `.*no\/r\.json`: ENOENT/);
    expect(tree()).toEqual({ "r.json": "444 1" });
  });

  test("is old or new whatever happens, and the next one leaves nothing behind", () => {
    const path = () => join(root, "r.json");
    put("r.json", "old");
    const calls = callsOf((io) => writeReport(path(), "new", io));
    for (const io of [(call: number) => killedAt(call), (call: number) => failing("ENOSPC", (now) => now === call)])
      for (let call = 1; call <= calls; call++) {
        root = freshRoot();
        put("r.json", "old");
        expect(() => writeReport(path(), "new", io(call))).toThrow();
        expect(tree()["r.json"], `call ${call}`).toBe("644 old");
        writeReport(path(), "newer");
        expect(tree()).toEqual({ "r.json": "644 newer" });
      }
  });
});

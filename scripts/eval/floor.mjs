/** The least that a run can take: load the parser, find the files of the folder that speak of a view, parse them. */
import { candidates } from "../../dist/src/candidates.js";
import { loadConfig } from "../../dist/src/config.js";
import { discover } from "../../dist/src/discover.js";
import { diskSources } from "../../dist/src/disk.js";
import { openProgram } from "../../dist/src/program.js";

const cwd = process.cwd();
const { files } = discover(cwd, ["."], loadConfig(cwd, undefined, []));
const sources = diskSources(cwd, files);
const program = openProgram(sources);
for (const path of candidates(sources, ["structuredContent"]).paths) program.file(path);

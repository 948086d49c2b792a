/** Lets the server record the evenings before the tests read them, unless the same server has recorded them already. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** The sources that an evening depends on: the server, and the programs that play the evening. */
const SOURCES = ["src/bankcraps/**/*.{py,toml,lark}", "tests/page/*.py", "tests/server/*.py", "uv.lock"];
const RECORDED = "../web/tests/recorded";
const DIGEST = `${RECORDED}/digest.txt`;

export default function record() {
  const wanted = digest();
  if (existsSync(DIGEST) && readFileSync(DIGEST, "utf8") === wanted) return;
  rmSync(RECORDED, { recursive: true, force: true });
  const words = ["-m", "tests.page.recorded", "web/tests/recorded"];
  execFileSync(process.env.BANKCRAPS_PYTHON ?? ".venv/bin/python", words, { cwd: "..", stdio: "inherit" });
  writeFileSync(DIGEST, wanted);
}

function digest() {
  const hashed = createHash("sha256");
  for (const file of globSync(SOURCES, { cwd: ".." }).sort()) hashed.update(`${file}\0`).update(readFileSync(`../${file}`)).update("\0");
  return hashed.digest("hex");
}

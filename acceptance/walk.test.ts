/** Runs the commands of the five-minute walk in README.md. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, type CommandResult, openService, type Service } from './service.ts';

const README = new URL('../README.md', import.meta.url);
const ROOT = dirname(fileURLToPath(README));

/** Returns the shell blocks of the section about the walk. */
async function readWalk(): Promise<string[]> {
  const text = await readFile(README, 'utf8');
  const section = text.split(/^## /m).find((part) => /^[^\n]*\bwalk\b/i.test(part));
  assert.ok(section, 'the README has a section with the walk');
  return [...section.matchAll(/^```(?:sh|bash|shell)\n([\s\S]*?)^```/gm)].map((match) => match[1] as string);
}

function runInShell(script: string, environment: Record<string, string>): Promise<CommandResult> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    result.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    result.stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...result }));
  });
}

describe("the README's walk", () => {
  let service: Service;
  before(async () => {
    service = await openService({ hasDefaultLimits: true });
  });
  after(() => service?.stop());

  it('runs without an error', async () => {
    const blocks = await readWalk();
    const script = blocks.join('\n');
    for (const step of [
      'token',
      'template list --mine',
      '--dry-run',
      '--watch',
      'channel list',
      'tab create',
    ]) {
      assert.ok(script.includes(step), `the walk has ${step}`);
    }
    for (const step of ['team archive', 'team unarchive', 'team delete'])
      assert.ok(script.includes(step), step);
    const { code, stdout, stderr } = await runInShell(script, service.environment);
    assert.equal(code, 0, `${stdout}\n${stderr}`);
  });
});

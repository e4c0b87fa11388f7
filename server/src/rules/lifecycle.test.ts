/** @timed: tests the time limits of the specification, so scripts/test.mjs runs this file alone. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sampleScope, TENANT } from '../../test/sample-scope.ts';
import { isCharterError } from '../kernel/errors.ts';
import { createRuleEngine } from './engine.ts';

/** Returns the number of worker threads of this process. */
const workers = (): number => {
  // Without this, the report makes a DNS lookup for every open connection.
  Object.assign(process.report, { excludeNetwork: true });
  return (process.report.getReport() as { workers: unknown[] }).workers.length;
};

const unavailable = (error: unknown): boolean => isCharterError(error) && error.code === 'ServiceUnavailable';

describe('the sandbox', () => {
  it('starts no worker before its first use', async () => {
    const engine = createRuleEngine();
    assert.equal(workers(), 0);
    await engine.close();
  });

  it('ends its worker and timers when closed', async () => {
    const before = process.getActiveResourcesInfo();
    const engine = createRuleEngine();
    await engine.evaluateAudience(TENANT, [`new Array(2e8).join('')`], sampleScope());
    await engine.evaluateAudience(TENANT, ['true'], sampleScope());
    assert.notEqual(workers(), 0);
    await engine.close();
    assert.equal(workers(), 0);
    assert.deepEqual(process.getActiveResourcesInfo(), before);
  });

  it('rejects pending and later calls when closed', async () => {
    const engine = createRuleEngine();
    await engine.evaluateAudience(TENANT, ['true'], sampleScope());
    const underWay = [
      engine.evaluateAudience(TENANT, [`new Array(2e8).join('') + 'a'`], sampleScope()),
      engine.renderConventions(TENANT, { name: 'x' }, sampleScope()),
    ];
    const rejected = Promise.all(underWay.map((call) => assert.rejects(call, unavailable)));
    await engine.close();
    await rejected;
    await assert.rejects(engine.check(TENANT, { rules: ['1'] }), unavailable);
    await engine.close();
    assert.equal(workers(), 0);
  });

  it('can be closed while it starts', async () => {
    const engine = createRuleEngine();
    const rejected = assert.rejects(engine.evaluateAudience(TENANT, ['true'], sampleScope()), unavailable);
    await engine.close();
    await rejected;
    assert.equal(workers(), 0);
  });

  it('ends its worker when idle, and starts another when needed', async () => {
    const engine = createRuleEngine({ limits: { idleMilliseconds: 1 } });
    for (const _round of [1, 2]) {
      assert.deepEqual(await engine.evaluateAudience(TENANT, ['true'], sampleScope()), [{ allowed: true }]);
      while (workers() > 0) await setImmediate();
    }
    await engine.close();
  });

  it('is unavailable when a worker does not start in time', async () => {
    const engine = createRuleEngine({ limits: { startMilliseconds: 1 } });
    await assert.rejects(engine.evaluateAudience(TENANT, ['true'], sampleScope()), unavailable);
    await assert.rejects(engine.evaluateAudience(TENANT, ['true'], sampleScope()), unavailable);
    await engine.close();
    assert.equal(workers(), 0);
  });

  it('does not keep the process alive', () => {
    const script = `
      import { createRuleEngine } from ${JSON.stringify(new URL('./engine.ts', import.meta.url).href)};
      import { sampleScope } from ${JSON.stringify(new URL('../../test/sample-scope.ts', import.meta.url).href)};
      const [verdict] = await createRuleEngine().evaluateAudience('tenant', ['true'], sampleScope());
      console.log(verdict.allowed);`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 20_000,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [0, 'true\n']);
  });
});

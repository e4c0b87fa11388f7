import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleScope } from '../../test/sample-scope.ts';
import { newBoard } from './board.js';
import { defaultLimits, vmBounds } from './limits.ts';
import { loadArtifacts } from './slot.ts';
import { Vm } from './vm.js';

describe('the VM of the sandbox', () => {
  it('does not count the time in which a busy machine runs other programs', async (context) => {
    const vm = await Vm.create({
      ...(await loadArtifacts()),
      ...vmBounds,
      ...defaultLimits,
      board: newBoard(1),
    });
    vm.begin({ scope: JSON.stringify(sampleScope()), instant: 0, seed: 1 });
    let now = 0;
    context.mock.method(performance, 'now', () => (now += 1_000));
    // QuickJS reads the time at least twice within these branches.
    const rule = '(() => { let sum = 0; for (let i = 0; i < 30000; i += 1) sum += i; return sum > 0 })()';
    assert.equal(vm.run('judge', rule), true);
  });
});

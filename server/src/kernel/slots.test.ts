import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Slots } from './slots.ts';

describe('the slots of a node', () => {
  /** Gives slots to the tenants, which all want more, until no search finds a tenant. Returns the slots of each. */
  function fill(slots: Slots, tenants: readonly string[]): Record<string, number> {
    const held = Object.fromEntries(tenants.map((tenant) => [tenant, 0]));
    const next = (): string | undefined => {
      for (const left of slots.searches()) {
        const found = tenants.find((tenant) => !left.includes(tenant));
        if (found !== undefined) return found;
      }
      return undefined;
    };
    for (let tenant = next(); tenant !== undefined; tenant = next()) {
      slots.take(tenant);
      held[tenant] = (held[tenant] ?? 0) + 1;
    }
    return held;
  }

  it('are given to a single tenant up to half of them', () => {
    assert.deepEqual(fill(new Slots(1), ['one']), { one: 1 });
    assert.deepEqual(fill(new Slots(128), ['one']), { one: 64 });
  });

  it('are shared evenly, and one stays free for another tenant', () => {
    const tenants = ['one', 'two', 'three'];
    assert.deepEqual(fill(new Slots(128), tenants), { one: 32, two: 32, three: 32 });
    const many = Array.from({ length: 60 }, (_, number) => `tenant ${number}`);
    const slots = new Slots(128);
    assert.ok(Object.values(fill(slots, many)).every((held) => held === 2 || held === 3));
    assert.deepEqual(fill(slots, ['late']), { late: 1 });
  });

  it('go first to the tenant that holds the fewest', () => {
    const slots = new Slots(8);
    slots.take('busy');
    slots.take('busy');
    slots.take('calm');
    assert.deepEqual(slots.searches(), [['busy', 'calm'], ['busy'], []]);
    slots.release('calm');
    assert.deepEqual(slots.searches(), [['busy'], []]);
  });

  it('are offered first to the tenants that hold the fewest after each release', () => {
    const slots = new Slots(8);
    for (const tenant of ['busy', 'busy', 'busy', 'calm']) slots.take(tenant);
    slots.release('busy');
    assert.deepEqual(slots.searches(), [['busy', 'calm'], ['busy'], []]);
    slots.release('busy');
    assert.deepEqual(slots.searches(), [['busy', 'calm'], []]);
    slots.release('busy');
    assert.deepEqual(slots.searches(), [['calm'], []]);
  });

  it('report how many further slots a tenant may take', () => {
    const slots = new Slots(8);
    assert.equal(slots.furtherFor('busy'), 4);
    for (const left of [3, 2, 1, 0]) {
      slots.take('busy');
      assert.equal(slots.furtherFor('busy'), left);
    }
    assert.equal(slots.furtherFor('calm'), 2);
    slots.release('busy');
    assert.equal(slots.furtherFor('busy'), 1);
  });

  it('cause no search when all are taken', () => {
    const slots = new Slots(1);
    slots.take('one');
    assert.deepEqual(slots.searches(), []);
  });
});

/** A suite that sometimes fails, before or after it performs the call. */
import type { Suite } from '../src/engine/suite.ts';

/** Returns the failure of a call, or undefined. `call` is the same text when a call is repeated. */
export type Mishap = (call: string) => { when: 'before' | 'after'; error: Error } | undefined;

const EFFECTS = new Set([
  'create',
  'update',
  'setSensitivityLabel',
  'setPicture',
  'installApps',
  'archive',
  'unarchive',
  'addMembers',
  'removeMember',
  'createTabs',
  'createTabsInChannels',
  'postMessage',
  'createFolders',
  'putFile',
  'copy',
  'createPlan',
]);

function misbehavingPart<Part extends object>(part: Part, name: string, mishap: Mishap): Part {
  return new Proxy(part, {
    get(target, property, receiver) {
      const method: unknown = Reflect.get(target, property, receiver);
      if (typeof method !== 'function' || !EFFECTS.has(String(property))) return method;
      return async (...parameters: unknown[]) => {
        const problem = mishap(`${name}.${String(property)} ${JSON.stringify(parameters)}`);
        if (problem?.when === 'before') throw problem.error;
        const result: unknown = await method.apply(target, parameters);
        if (problem?.when === 'after') throw problem.error;
        return result;
      };
    },
  });
}

export const misbehaving = (suite: Suite, mishap: Mishap): Suite => ({
  ...suite,
  teams: misbehavingPart(suite.teams, 'teams', mishap),
  channels: misbehavingPart(suite.channels, 'channels', mishap),
  contents: misbehavingPart(suite.contents, 'contents', mishap),
});

/** Makes each call fail at its first attempt. */
export function onceEach(
  when: 'before' | 'after',
  error: () => Error,
): { mishap: Mishap; calls: Set<string> } {
  const calls = new Set<string>();
  return {
    calls,
    mishap(call) {
      if (calls.has(call)) return undefined;
      calls.add(call);
      return { when, error: error() };
    },
  };
}

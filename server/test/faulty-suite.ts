/** A suite that sometimes fails, before or after it performs the call. */
import type { Suite } from '../src/engine/suite.ts';

/** Returns the failure of a call, or undefined. `call` is the same text when a call is repeated. */
export type FaultInjector = (call: string) => { when: 'before' | 'after'; error: Error } | undefined;

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
  'createItem',
]);

function faultyPart<Part extends object>(part: Part, name: string, injectFault: FaultInjector): Part {
  return new Proxy(part, {
    get(target, property, receiver) {
      const method: unknown = Reflect.get(target, property, receiver);
      if (typeof method !== 'function' || !EFFECTS.has(String(property))) return method;
      return async (...parameters: unknown[]) => {
        const problem = injectFault(`${name}.${String(property)} ${JSON.stringify(parameters)}`);
        if (problem?.when === 'before') throw problem.error;
        const result: unknown = await method.apply(target, parameters);
        if (problem?.when === 'after') throw problem.error;
        return result;
      };
    },
  });
}

export const faultySuite = (suite: Suite, injectFault: FaultInjector): Suite => ({
  ...suite,
  teams: faultyPart(suite.teams, 'teams', injectFault),
  channels: faultyPart(suite.channels, 'channels', injectFault),
  contents: faultyPart(suite.contents, 'contents', injectFault),
});

/** Makes each call fail at its first attempt. */
export function onceEach(
  when: 'before' | 'after',
  error: () => Error,
): { injectFault: FaultInjector; calls: Set<string> } {
  const calls = new Set<string>();
  return {
    calls,
    injectFault(call) {
      if (calls.has(call)) return undefined;
      calls.add(call);
      return { when, error: error() };
    },
  };
}

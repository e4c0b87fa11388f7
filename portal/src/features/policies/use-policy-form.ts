/** State of the form of a policy: its draft, saving, and conflicts with other people's changes. */
import type { Policy } from '@charter/sdk';
import type { FormEvent } from 'react';
import { isConflict } from '../../components/ConflictBar.tsx';
import { useLastingState } from '../../components/use-lasting-state.ts';
import { draftOf, type PolicyDraft, toPayload } from './draft.ts';
import type { PolicyKind } from './kinds.ts';
import { useLoadPolicy, useSavePolicy } from './queries.ts';

/** @param policy the policy to change; undefined for a new one */
export function usePolicyForm(
  kind: PolicyKind,
  policy: Policy | undefined,
  onSaved: (policy: Policy) => void,
) {
  // The version is the one that the draft is based on: with a later one, a save would overwrite somebody else's change.
  const [{ draft, version }, setForm] = useLastingState(`policy.${policy?.id ?? kind}`, () => ({
    draft: draftOf(kind, policy),
    version: policy?.version,
  }));
  const base = policy && version !== undefined ? { ...policy, version } : undefined;
  const save = useSavePolicy();
  const load = useLoadPolicy(policy?.id ?? '');
  const sendOver = (over: Policy | undefined) =>
    save.mutate(
      { payload: toPayload(kind, draft, over === undefined), over },
      {
        onSuccess: (saved) => {
          setForm((last) => ({ ...last, version: saved.version }));
          onSaved(saved);
        },
        // The page shows the other person's version beside the draft.
        onError: (error) => over !== undefined && isConflict(error) && load.mutate(),
      },
    );
  return {
    draft,
    isNew: base === undefined,
    save,
    load,
    change: (fields: Partial<PolicyDraft>) =>
      setForm((last) => ({ ...last, draft: { ...last.draft, ...fields } })),
    send(event: FormEvent) {
      event.preventDefault();
      if (!save.isPending && draft.name.trim() !== '') sendOver(base);
    },
    /** Bases the draft on the version that another change of this page has written. */
    rebase: (from: number, to: number) =>
      setForm((last) => (last.version === from ? { ...last, version: to } : last)),
    /** The state that another person saved meanwhile; undefined while the draft is based on the current one. */
    theirs: policy !== undefined && policy.version !== version ? draftOf(kind, policy) : undefined,
    /** Saves the draft over the version that the person has seen. A still later one is another conflict. */
    saveMine: () =>
      policy !== undefined && policy.version !== version
        ? sendOver(policy)
        : load.mutate(undefined, { onSuccess: sendOver }),
    takeTheirs: () =>
      load.mutate(undefined, {
        onSuccess: (theirs) => {
          setForm({ draft: draftOf(kind, theirs), version: theirs.version });
          save.reset();
        },
      }),
  };
}

import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, conflict, invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertCanManagePolicies } from './access.ts';
import { type CheckDraftDeps, checkDraft, checkForm } from './check-draft.ts';
import { makeTeamsDue } from './make-due.ts';
import { POLICY_LIMITS, type Policy, type PolicyDraft, type PolicySettings } from './model.ts';
import { policyCreated, policyDeleted, policyUpdated } from './policy-records.ts';
import type { PolicyStore } from './ports.ts';
import { changesOf } from './read-policies.ts';

interface WritePolicyDeps extends CheckDraftDeps {
  clock: Clock;
}

/**
 * Creates a policy. An enabled policy in the mode `enforce` takes effect at once. A repeated call with the same
 * operation id returns the same policy.
 * @throws Forbidden, InvalidRequest that names each invalid field, Conflict when there are too many
 */
export async function createPolicy(
  { clock, ...deps }: WritePolicyDeps,
  principal: Principal,
  context: RequestContext,
  draft: PolicyDraft,
): Promise<Policy> {
  assertCanManagePolicies(principal);
  const { tenantId } = principal;
  const id = context.operationId;
  const { policies } = deps.store.in(tenantId);
  const existing = await policies.find(id);
  if (existing !== undefined) return existing;
  const scope = await checkDraft(deps, tenantId, draft);
  const at = clock.now();
  const policy = { ...draft, scope, id };
  await deps.store.transaction(tenantId, async (unit) => {
    await unit.policies.lockForChange();
    if ((await unit.policies.find(id)) !== undefined) return;
    if ((await unit.policies.count()) >= POLICY_LIMITS.policies) throw tooMany();
    await unit.policies.add(policy, at);
    await unit.audit.append([policyCreated.record(policy, causeOf(principal, context))], at);
    await makeTeamsDue(unit, policy, at);
  });
  const written = await policies.find(id);
  if (written === undefined) throw notFound('policy', id);
  return written;
}

const tooMany = (): CharterError =>
  conflict(
    say('policies.tooMany', 'There are {count} policies already. Delete one, or combine several into one.', {
      count: POLICY_LIMITS.policies,
    }),
  );

interface UpdatePolicyInput {
  policyId: string;
  /** From If-Match: the policy must still have this version. */
  ifVersion?: string | undefined;
  /** Absent fields stay unchanged. The kind can't change. Settings are merged one by one; null removes a setting. */
  changes: {
    [Field in keyof PolicyDraft]?: (Field extends 'settings' ? object : PolicyDraft[Field]) | undefined;
  };
}

function merge(policy: Policy, { kind, settings, ...changes }: UpdatePolicyInput['changes']): PolicyDraft {
  if (kind !== undefined && kind !== policy.kind) {
    throw invalidField(
      'kind',
      say(
        'policies.kindStays',
        'The kind of a policy cannot change. Create a policy of the other kind instead.',
      ),
      'ReadOnly',
    );
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged = Object.entries({ ...policy.settings, ...settings }).filter(([, value]) => value !== null);
  const { name, description, enabled, mode, scope } = policy;
  const present = { name, description, kind: policy.kind, enabled, mode, scope };
  return { ...present, ...given, settings: Object.fromEntries(merged) as PolicySettings };
}

/** @throws NotFound, PreconditionFailed */
async function findAtVersion(
  policies: Pick<PolicyStore, 'find'>,
  policyId: string,
  ifVersion: string | undefined,
): Promise<Policy> {
  const policy = await policies.find(policyId);
  if (policy === undefined) throw notFound('policy', policyId);
  if (ifVersion === undefined || ifVersion === String(policy.version)) return policy;
  throw new CharterError(
    'PreconditionFailed',
    say(
      'policies.changedSince',
      'Somebody has changed the policy since you read it. Read it again, then repeat your change on it.',
    ),
  );
}

/**
 * Merges the changes into the policy; concurrent changes are merged one after the other. Writes nothing when nothing
 * changes. Returns the resulting policy.
 * @throws Forbidden, NotFound, PreconditionFailed, InvalidRequest that names each invalid field
 */
export async function updatePolicy(
  { clock, ...deps }: WritePolicyDeps,
  principal: Principal,
  context: RequestContext,
  { policyId, ifVersion, changes: given }: UpdatePolicyInput,
): Promise<Policy> {
  assertCanManagePolicies(principal);
  const { tenantId } = principal;
  const read = await findAtVersion(deps.store.in(tenantId).policies, policyId, ifVersion);
  const wanted = merge(read, given);
  if (Object.keys(changesOf(read, wanted)).length === 0) return read;
  const scope = await checkDraft(deps, tenantId, wanted, read.scope);
  const changes = given.scope === undefined ? given : { ...given, scope };
  return deps.store.transaction(tenantId, async (unit) => {
    await unit.policies.lockForChange();
    const policy = await findAtVersion(unit.policies, policyId, ifVersion);
    const draft = merge(policy, changes);
    const changed = changesOf(policy, draft);
    if (Object.keys(changed).length === 0) return policy;
    // Each change was valid by itself. The combination with a concurrent change may not be.
    if (policy.version !== read.version) checkForm(draft);
    const at = clock.now();
    const written = await unit.policies.save(policyId, draft, policy.version, at);
    if (written === undefined) throw notFound('policy', policyId);
    const record = policyUpdated.record(written, causeOf(principal, context), { changes: changed });
    await unit.audit.append([record], at);
    await makeTeamsDue(unit, written, at);
    return written;
  });
}

/**
 * Deletes a policy with its attachments. Members and settings that it restored remain.
 * @throws Forbidden, NotFound, PreconditionFailed
 */
export async function deletePolicy(
  { store, clock }: { store: Store; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { policyId, ifVersion }: Omit<UpdatePolicyInput, 'changes'>,
): Promise<void> {
  assertCanManagePolicies(principal);
  const { tenantId } = principal;
  await store.transaction(tenantId, async (unit) => {
    await unit.policies.lockForChange();
    const policy = await findAtVersion(unit.policies, policyId, ifVersion);
    if (!(await unit.policies.delete(policy.id))) throw notFound('policy', policyId);
    await unit.audit.append([policyDeleted.record(policy, causeOf(principal, context))], clock.now());
  });
}

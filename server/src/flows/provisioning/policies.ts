/** Judges a new team by every policy that applies, so that a dry run shows all verdicts. */

import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { findMisleadingCharacter, isUnseen } from '../../domain/names/characters.ts';
import { judgeTeam } from '../../domain/policies/apply-policies.ts';
import type { AppliedPolicy, PolicyKind, PolicyVerdict } from '../../domain/policies/model.ts';
import { refusalOf } from '../../domain/policies/refusal.ts';
import type { TeamVisibility } from '../../domain/teams/model.ts';
import { TEAM_NAME_FORBIDDEN } from '../../domain/teams/name.ts';
import type { CharterError } from '../../kernel/errors.ts';
import type { StageOfApprovers } from './ports.ts';

/** The organisation's policies by kind, and the checks of every new team. */
export type Policy = PolicyKind | 'approval' | 'description' | 'teamOwner' | 'sourceTeam';

export interface Verdict extends Pick<PolicyVerdict, 'outcome' | 'message'> {
  policy: Policy;
  /** Of a violated policy: the members of the request that can change the verdict. Absent when none can. */
  targets?: readonly string[];
}

const OWNERS = 'team.membership.owners';
const MEMBERS = 'team.membership.members';

/** Targets of the policies whose targets do not depend on the request. */
const TARGETS: Partial<Record<Policy, readonly string[]>> = {
  naming: ['team.name'],
  duplicateNames: ['team.name'],
  description: ['team.description'],
  teamOwner: [OWNERS],
};

/** Facts for the policies. Undefined where the template does not need the fact. */
export interface PolicyFacts {
  /** Whether the one team of a singleton template exists or is being created. */
  singletonTaken: boolean;
  sourceTeam: 'readable' | 'missing' | 'archived' | undefined;
  sensitivityLabel: 'active' | 'missing' | 'unsupported' | undefined;
  /** The stages of approvers that the request must pass; empty when it needs no approval. */
  approvalStages: readonly StageOfApprovers[];
  policies: readonly AppliedPolicy[];
  nameTaken: boolean | undefined;
}

export interface PolicySubject {
  name: string;
  description: string | null;
  visibility: TeamVisibility;
  ownerIds: readonly string[];
  /** Whether one of the owners can sign in, as far as known. */
  hasOpenOwner: boolean;
  memberIds: readonly string[];
}

export interface PolicyInput {
  blueprint: TeamBlueprint;
  facts: PolicyFacts;
  subject: PolicySubject;
  teamNameMaxLength: number;
}

const DESCRIPTION_MAX_LENGTH = 1024;

const passed = (policy: Policy, message: string): Verdict => ({ policy, outcome: 'passed', message });
const violated = (policy: Policy, message: string): Verdict => ({ policy, outcome: 'violated', message });

/** @param fault a sentence about the violation; undefined when there is none */
const judged = (policy: Policy, fault: string | undefined, message: string): Verdict =>
  fault === undefined ? passed(policy, message) : violated(policy, fault);

const lengthOf = (text: string): number => [...text].length;

type Judge = (input: PolicyInput) => Verdict | undefined;

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });
const LIST_OF_ALL = new Intl.ListFormat('en', { type: 'conjunction' });

function describeStage({ require, approvers }: StageOfApprovers): string {
  if (approvers.length === 0) return 'a governance manager or an administrator';
  const names = approvers.map(({ displayName }) => displayName);
  return (require === 'all' ? LIST_OF_ALL : LIST).format(names);
}

/** Never violated: a request that needs an approval waits for it. */
const judgeApproval: Judge = ({ facts: { approvalStages } }) => {
  if (approvalStages.length === 0) return passed('approval', 'No approval is needed.');
  const [first, ...later] = approvalStages.map(describeStage);
  const then = later.map((stage) => `, then of ${stage}`).join('');
  return passed('approval', `The request waits for the approval of ${first}${then}.`);
};

/** Returns why a team may not have the name; undefined when it may. */
export function nameFault(name: string, maxLength: number): string | undefined {
  if (name === '') return 'The naming convention leaves no name. Change the name you ask for.';
  if (isUnseen(name)) {
    return 'The final name holds no character that people see. Change the name you ask for.';
  }
  const length = lengthOf(name);
  if (length > maxLength) {
    return `The final name has ${length} characters and may have ${maxLength}. Shorten the name by ${length - maxLength}.`;
  }
  const misleading = findMisleadingCharacter(name);
  if (misleading !== undefined) {
    return `The final name holds ${misleading}, which a team's name may not hold. Take them out.`;
  }
  const forbidden = new Set([...name].filter((letter) => TEAM_NAME_FORBIDDEN.test(letter)));
  if (forbidden.size === 0) return undefined;
  const list = [...forbidden].map((letter) => JSON.stringify(letter)).join(', ');
  return `The final name holds ${list}, which a team's name may not hold. Take it out.`;
}

const judgeName: Judge = ({ subject: { name }, teamNameMaxLength }) =>
  judged('naming', nameFault(name, teamNameMaxLength), `The team will be called '${name}'.`);

/** Returns why a team may not have the description; undefined when it may. */
export function descriptionFault(description: string): string | undefined {
  const length = lengthOf(description);
  if (length <= DESCRIPTION_MAX_LENGTH) return undefined;
  return `The final description has ${length} characters and may have ${DESCRIPTION_MAX_LENGTH}. Shorten it.`;
}

const judgeDescription: Judge = ({ subject: { description } }) => {
  const fault = descriptionFault(description ?? '');
  return fault === undefined ? undefined : violated('description', fault);
};

const judgeMembership: Judge = ({ blueprint, subject: { ownerIds, memberIds } }) => {
  const { owners, members } = blueprint.mandatoryMembership;
  const missing = [
    { target: OWNERS, noun: 'owners', least: owners, found: ownerIds.length },
    { target: MEMBERS, noun: 'members', least: members, found: memberIds.length },
  ].filter(({ least, found }) => found < least);
  if (missing.length === 0) {
    return passed('mandatoryMembership', 'The team has the owners and members that it needs.');
  }
  const demands = missing
    .map(({ noun, least, found }) => `${least} ${noun} (there are ${found})`)
    .join(' and ');
  return {
    ...violated('mandatoryMembership', `The team needs at least ${demands}. Name more people.`),
    targets: missing.map(({ target }) => target),
  };
};

/** Returns the fault of a team without an active owner, which nobody could manage. */
function ownerFault({ ownerIds, hasOpenOwner }: PolicySubject): string | undefined {
  if (ownerIds.length === 0) return 'The team would have no owner. Name at least one.';
  if (hasOpenOwner) return undefined;
  return 'Every owner that the team would have has a closed account. Name one who can sign in.';
}

const judgeOwner: Judge = ({ subject }) => judged('teamOwner', ownerFault(subject), 'The team has an owner.');

const SINGLETON_TAKEN = violated(
  'singleton',
  'This template makes one team only, and that team exists or is being made. Use that one.',
);

const judgeSingleton: Judge = ({ blueprint, facts }) => {
  if (!blueprint.singleton) return undefined;
  return facts.singletonTaken
    ? SINGLETON_TAKEN
    : passed('singleton', 'The one team of this template does not exist yet.');
};

const SOURCE_TEAM: Record<NonNullable<PolicyFacts['sourceTeam']>, Verdict> = {
  readable: passed('sourceTeam', 'The team to copy can be read.'),
  missing: violated(
    'sourceTeam',
    'The team that this template copies does not exist any more. Ask its administrators to correct the template.',
  ),
  archived: violated(
    'sourceTeam',
    'The team that this template copies is archived. Ask its administrators to unarchive it or correct the template.',
  ),
};

const judgeSourceTeam: Judge = ({ facts }) => facts.sourceTeam && SOURCE_TEAM[facts.sourceTeam];

const SENSITIVITY_LABEL: Record<NonNullable<PolicyFacts['sensitivityLabel']>, Verdict> = {
  active: passed('sensitivityLabel', 'The sensitivity label is in use.'),
  missing: violated(
    'sensitivityLabel',
    'The sensitivity label of this template is not in use any more. Ask its administrators to correct the template.',
  ),
  unsupported: violated(
    'sensitivityLabel',
    'The suite lets no application set the sensitivity label of this template, and no service account is connected. Ask an administrator to connect one, or to take the label out.',
  ),
};

const judgeLabel: Judge = ({ facts }) => facts.sensitivityLabel && SENSITIVITY_LABEL[facts.sensitivityLabel];

const JUDGES: readonly Judge[] = [
  judgeApproval,
  judgeName,
  judgeDescription,
  judgeMembership,
  judgeOwner,
  judgeSingleton,
  judgeSourceTeam,
  judgeLabel,
];

/** Judges the team's texts and visibility by policies. The blueprint already has their other requirements. */
function judgePolicies({ facts: { policies, nameTaken }, subject }: PolicyInput): Verdict[] {
  const { name, description, visibility } = subject;
  const verdicts = judgeTeam(policies, { name, description, visibility }, { nameTaken });
  return verdicts.map(({ policy, outcome, message }) => ({ policy, outcome, message }));
}

function withTargets(verdict: Verdict): Verdict {
  const targets = TARGETS[verdict.policy];
  return verdict.outcome === 'violated' && targets ? { ...verdict, targets } : verdict;
}

export const judge = (input: PolicyInput): Verdict[] =>
  [
    ...JUDGES.map((verdictOf) => verdictOf(input)).filter((verdict) => verdict !== undefined),
    ...judgePolicies(input),
  ].map(withTargets);

/** Returns the error of a request that lost the race for a singleton. */
export const singletonRefusal = (): CharterError => refusalOf([SINGLETON_TAKEN]) as CharterError;

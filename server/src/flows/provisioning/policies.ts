/** Evaluates every applicable policy for a new team, so that a dry run returns all verdicts. */

import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import { guestFault, type JudgedGuest } from '../../domain/guests/rules.ts';
import { findMisleadingCharacter, hasNoVisibleCharacter } from '../../domain/names/characters.ts';
import { governBlueprint, judgePeople, judgeTeam } from '../../domain/policies/apply-policies.ts';
import { labelledPolicyFor } from '../../domain/policies/labelled-policy.ts';
import {
  type AppliedPolicy,
  kindDefinitionOf,
  type PolicyKind,
  type PolicyVerdict,
} from '../../domain/policies/model.ts';
import { rejectionOf } from '../../domain/policies/rejection.ts';
import type { TeamVisibility } from '../../domain/teams/model.ts';
import { FORBIDDEN_TEAM_NAME_CHARACTERS } from '../../domain/teams/name.ts';
import type { CharterError } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { isApprovedByRule, type RequiredApproval, type RequiredStage } from './ports.ts';

/** The policies of the organisation by kind, and the checks of every new team. */
export type ProvisioningPolicy =
  | PolicyKind
  | 'approval'
  | 'description'
  | 'teamOwner'
  | 'sourceTeam'
  | 'ownSteps';

export interface Verdict extends Message, Pick<PolicyVerdict, 'outcome'> {
  policy: ProvisioningPolicy;
  /** JSON paths in the request that can change a violated verdict. Absent when nothing in the request can. */
  targets?: readonly string[];
}

const NAME = ['team.name'];
const DESCRIPTION = ['team.description'];
const OWNERS = ['team.membership.owners'];
const MEMBERS = ['team.membership.members'];

/** JSON paths in the request that set a field, by the field's name. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  name: NAME,
  description: DESCRIPTION,
  ownerCount: OWNERS,
};

/** Facts for the policies. A fact is undefined when the template does not need it. */
export interface PolicyFacts {
  /** Whether the only team of a singleton template exists or is being created. */
  singletonTaken: boolean;
  sourceTeam: 'readable' | 'missing' | 'archived' | undefined;
  sensitivityLabel: 'active' | 'missing' | 'unsupported' | undefined;
  approval: RequiredApproval;
  policies: readonly AppliedPolicy[];
  /** Policies that apply in the mode `report`. */
  reported: readonly AppliedPolicy[];
  nameTaken: boolean | undefined;
  /** Guests among the requested members. Default: none. */
  requestedGuests?: readonly JudgedGuest[];
  /** The own steps, and why they can't run. Absent when the plan has none. */
  ownSteps?: { steps: readonly { hook: { displayName: string } }[]; faults: readonly Message[] };
}

export interface PolicySubject {
  name: string;
  description: string | null;
  visibility: TeamVisibility;
  ownerIds: readonly string[];
  /** Whether one of the owners can sign in, as far as known. */
  hasOpenOwner: boolean;
  /** The owner who becomes the sponsor of guests; undefined in a team without owners. */
  sponsorOfGuests: Person | undefined;
  memberIds: readonly string[];
}

export interface PolicyInput {
  blueprint: TeamBlueprint;
  facts: PolicyFacts;
  subject: PolicySubject;
  teamNameMaxLength: number;
}

const DESCRIPTION_MAX_LENGTH = 1024;

const passed = (policy: ProvisioningPolicy, message: Message): Verdict => ({
  policy,
  outcome: 'passed',
  ...message,
});
const violated = (policy: ProvisioningPolicy, message: Message, targets?: readonly string[]): Verdict => ({
  policy,
  outcome: 'violated',
  ...message,
  ...(targets && { targets }),
});

const lengthOf = (text: string): number => [...text].length;

type Judge = (input: PolicyInput) => Verdict | readonly Verdict[] | undefined;

function describeStage({ require, approvers }: RequiredStage): Message {
  if (approvers.length === 0) {
    return say('policies.anyManager', 'a governance manager or an administrator');
  }
  const names = approvers.map(({ displayName }) => displayName);
  return say('policies.approvers', '{names}', {
    names: { names, type: require === 'all' ? 'conjunction' : 'disjunction' },
  });
}

/** Joins the stages in order. */
const inOrder = ([first, ...later]: readonly [Message, ...Message[]]): Message =>
  later.length === 0
    ? first
    : say('policies.stages', '{first}, then of {later}', { first, later: inOrder(later as [Message]) });

export const APPROVED_BY_RULE = say(
  'policies.approvedByRule',
  'The request is approved by rule, because no approval stage of its template applies to it.',
);

/** Describes the approval that a request needs. */
function describeApproval(approval: RequiredApproval): Message {
  const [first, ...later] = approval.stages.map(describeStage);
  if (isApprovedByRule(approval)) return APPROVED_BY_RULE;
  if (first === undefined) return say('policies.noApproval', 'No approval is needed.');
  return say('policies.approval', 'The request waits for the approval of {stages}.', {
    stages: inOrder([first, ...later]),
  });
}

/**
 * Judges the approval of a request for a team or a channel. Only an approver's change violates it, when the changed
 * request needs stages that the approval lacks. A request that needs an approval waits for it, which is no violation.
 */
export function judgeApproval(approval: RequiredApproval) {
  const { newlyMet = [] } = approval;
  if (newlyMet.length === 0)
    return { policy: 'approval' as const, outcome: 'passed' as const, ...describeApproval(approval) };
  const missing = newlyMet.map(({ stage }) =>
    say(
      'policies.newStage',
      'With this change, stage {stage} of the approvers would have to be asked, which the request did not need.',
      { stage },
    ),
  );
  const remedy = say(
    'policies.newStageRemedy',
    'Leave the change out, or reject the request so that it is made again.',
  );
  return { policy: 'approval' as const, outcome: 'violated' as const, ...sentences([...missing, remedy]) };
}

/** Returns why a team may not have this name; undefined when it may. */
export function nameFault(name: string, maxLength: number): Message | undefined {
  if (name === '') {
    return say('policies.noName', 'The naming convention leaves no name. Change the name you ask for.');
  }
  if (hasNoVisibleCharacter(name)) {
    return say(
      'policies.nameUnseen',
      'The final name holds no character that people see. Change the name you ask for.',
    );
  }
  const length = lengthOf(name);
  if (length > maxLength) {
    return say(
      'policies.finalNameLong',
      'The final name has {count} characters and may have {most}. Shorten the name by {excess}.',
      { count: length, most: maxLength, excess: length - maxLength },
    );
  }
  const misleading = findMisleadingCharacter(name);
  if (misleading !== undefined) {
    return say(
      'policies.nameMisleading',
      "The final name holds {characters}, which a team's name may not hold. Take them out.",
      { characters: misleading },
    );
  }
  const forbidden = new Set([...name].filter((letter) => FORBIDDEN_TEAM_NAME_CHARACTERS.test(letter)));
  if (forbidden.size === 0) return undefined;
  // Escapes control characters, but shows a backslash as it was typed.
  const list = [...forbidden].map((letter) => JSON.stringify(letter).replace('\\\\', '\\')).join(', ');
  return say(
    'policies.nameForbidden',
    "The final name holds {characters}, which a team's name may not hold. Take it out.",
    { characters: list },
  );
}

const judgeName: Judge = ({ subject: { name }, teamNameMaxLength }) => {
  const fault = nameFault(name, teamNameMaxLength);
  if (fault !== undefined) return violated('naming', fault, NAME);
  return passed('naming', say('policies.finalName', "The team will be called '{name}'.", { name }));
};

/** Returns why a team may not have this description; undefined when it may. */
export function descriptionFault(description: string): Message | undefined {
  const length = lengthOf(description);
  if (length <= DESCRIPTION_MAX_LENGTH) return undefined;
  return say(
    'policies.descriptionLong',
    'The final description has {count} characters and may have {most}. Shorten it.',
    { count: length, most: DESCRIPTION_MAX_LENGTH },
  );
}

const judgeDescription: Judge = ({ subject: { description } }) => {
  const fault = descriptionFault(description ?? '');
  return fault && violated('description', fault, DESCRIPTION);
};

const countsOf = ({ ownerIds, memberIds }: PolicySubject) => ({
  owners: ownerIds.length,
  members: memberIds.length,
});

const judgeMembership: Judge = ({ blueprint, subject }) =>
  judgePeople(blueprint, countsOf(subject)).map(({ lacks, ...judged }) => ({
    ...judged,
    ...(lacks.length > 0 && { targets: lacks.map((role) => `team.membership.${role}`) }),
  }));

/** Rejects a team without an active owner, which nobody could manage. */
function ownerFault({ ownerIds, hasOpenOwner }: PolicySubject): Message | undefined {
  if (ownerIds.length === 0) {
    return say('policies.noOwner', 'The team would have no owner. Name at least one.');
  }
  if (hasOpenOwner) return undefined;
  return say(
    'policies.ownersClosed',
    'Every owner that the team would have has a closed account. Name one who can sign in.',
  );
}

const judgeOwner: Judge = ({ subject }) => {
  const fault = ownerFault(subject);
  if (fault !== undefined) return violated('teamOwner', fault, OWNERS);
  return passed('teamOwner', say('policies.hasOwner', 'The team has an owner.'));
};

const SINGLETON_TAKEN = violated(
  'singleton',
  say(
    'policies.singletonTaken',
    'This template makes one team only, and that team exists or is being made. Use that one.',
  ),
);

const judgeSingleton: Judge = ({ blueprint, facts }) => {
  if (!blueprint.singleton) return undefined;
  return facts.singletonTaken
    ? SINGLETON_TAKEN
    : passed('singleton', say('policies.singletonFree', 'The one team of this template does not exist yet.'));
};

const SOURCE_TEAM: Record<NonNullable<PolicyFacts['sourceTeam']>, Verdict> = {
  readable: passed('sourceTeam', say('policies.sourceReadable', 'The team to copy can be read.')),
  missing: violated(
    'sourceTeam',
    say(
      'policies.sourceMissing',
      'The team that this template copies does not exist any more. Ask its administrators to correct the template.',
    ),
  ),
  archived: violated(
    'sourceTeam',
    say(
      'policies.sourceArchived',
      'The team that this template copies is archived. Ask its administrators to unarchive it or correct the template.',
    ),
  ),
};

const judgeSourceTeam: Judge = ({ facts }) => facts.sourceTeam && SOURCE_TEAM[facts.sourceTeam];

const SENSITIVITY_LABEL: Record<NonNullable<PolicyFacts['sensitivityLabel']>, Verdict> = {
  active: passed('sensitivityLabel', say('policies.labelActive', 'The sensitivity label is in use.')),
  missing: violated(
    'sensitivityLabel',
    say(
      'policies.labelMissing',
      'The sensitivity label of this template is not in use any more. Ask its administrators to correct the template.',
    ),
  ),
  unsupported: violated(
    'sensitivityLabel',
    say(
      'policies.labelUnsupported',
      'The suite lets no application set the sensitivity label of this template, and no service account is connected. Ask an administrator to connect one, or to take the label out.',
    ),
  ),
};

const judgeLabel: Judge = ({ facts }) => facts.sensitivityLabel && SENSITIVITY_LABEL[facts.sensitivityLabel];

/** Returns the end and the sponsor that the policy gives the requested guests. */
function staysOf(
  { settings: { longestStayDays, sponsor } }: AppliedPolicy<'guests'>,
  { facts: { requestedGuests = [] }, subject: { sponsorOfGuests } }: PolicyInput,
): Message[] {
  const names = requestedGuests.map(({ displayName }) => displayName);
  const guests = { names, type: 'conjunction' as const };
  const owner = sponsor === 'required' ? sponsorOfGuests : undefined;
  return [
    ...(longestStayDays === undefined
      ? []
      : [
          say(
            'policies.guestsEnd',
            'The stay of {guests} ends {days, plural, one {# day} other {# days}} after the team is created.',
            { guests, days: longestStayDays },
          ),
        ]),
    ...(owner === undefined
      ? []
      : [
          say('policies.guestsSponsor', '{sponsor} becomes the sponsor of {guests}.', {
            sponsor: owner.displayName,
            guests,
          }),
        ]),
  ];
}

/** Judges the requested guests by the policy for guests. An owner of the team is their sponsor. */
function judgeGuests(policies: readonly AppliedPolicy[], input: PolicyInput) {
  const {
    blueprint: { sensitivityLabelId },
    facts: { requestedGuests = [] },
  } = input;
  const policy = labelledPolicyFor(policies, 'guests', sensitivityLabelId);
  if (policy === undefined || requestedGuests.length === 0) return undefined;
  const faults = requestedGuests.flatMap((guest) => guestFault(policy, guest) ?? []);
  const [first, ...others] = [...new Map(faults.map((fault) => [fault.message, fault])).values()];
  const message =
    first === undefined
      ? sentences([
          say('policies.guestsAllowed', "The requested guests comply with '{policy}'.", {
            policy: policy.name,
          }),
          ...staysOf(policy, input),
        ])
      : sentences([first, ...others]);
  return { policy, isViolated: first !== undefined, message };
}

const judgeRequestedGuests: Judge = (input) => {
  const judged = judgeGuests(input.facts.policies, input);
  if (judged === undefined) return undefined;
  return judged.isViolated ? violated('guests', judged.message, MEMBERS) : passed('guests', judged.message);
};

/** Names the webhooks that receive the plan and the answers, so that requester and approvers know. */
const judgeOwnSteps: Judge = ({ facts: { ownSteps } }) => {
  if (ownSteps === undefined || ownSteps.steps.length === 0) return undefined;
  if (ownSteps.faults.length > 0) return violated('ownSteps', sentences(ownSteps.faults));
  const names = [...new Set(ownSteps.steps.map(({ hook }) => hook.displayName))];
  const message = say(
    'policies.ownSteps',
    'While the team is built, the plan and the answers are sent to these webhooks of the organisation: {hooks}.',
    { hooks: { names, type: 'conjunction' } },
  );
  return passed('ownSteps', message);
};

const JUDGES: readonly Judge[] = [
  ({ facts }) => judgeApproval(facts.approval),
  judgeName,
  judgeDescription,
  judgeMembership,
  judgeOwner,
  judgeSingleton,
  judgeSourceTeam,
  judgeLabel,
  judgeRequestedGuests,
  judgeOwnSteps,
];

const judgedOf = ({ name, description, visibility, ownerIds }: PolicySubject) => ({
  name,
  description,
  visibility,
  ownerCount: ownerIds.length,
});

/**
 * Evaluates the policies for the team's texts, visibility and owners. The blueprint already meets their other
 * requirements.
 */
function judgePolicies({ facts: { policies, nameTaken }, subject }: PolicyInput): Verdict[] {
  const verdicts = judgeTeam(policies, judgedOf(subject), { nameTaken });
  return verdicts.map(({ policy, outcome, source: _, ...message }) =>
    outcome === 'passed'
      ? passed(policy, message)
      : violated(policy, message, TARGETS[kindDefinitionOf(policy).judges ?? '']),
  );
}

/** A violation of a policy in the mode `report`, which does not reject the request. */
export interface ReportedViolation extends Message {
  policy: PolicyKind;
  source: { id: string; name: string };
}

/** Returns the violations that the request would have if its policies in the mode `report` were enforced. */
export function findReportedViolations(input: PolicyInput): ReportedViolation[] {
  const { blueprint, facts, subject } = input;
  const { reported } = facts;
  if (reported.length === 0) return [];
  const onPeople = judgePeople(governBlueprint(blueprint, reported), countsOf(subject)).flatMap(
    ({ lacks: _, ...judged }) => {
      const source = reported.find(({ kind }) => kind === judged.policy);
      return source === undefined ? [] : [{ ...judged, source: { id: source.id, name: source.name } }];
    },
  );
  const guests = judgeGuests(reported, input);
  const onGuests = guests?.isViolated
    ? [
        {
          policy: 'guests' as const,
          ...guests.message,
          source: { id: guests.policy.id, name: guests.policy.name },
        },
      ]
    : [];
  const judged = [...onPeople, ...judgeTeam(reported, judgedOf(subject), facts)]
    .filter(({ outcome }) => outcome === 'violated')
    .map(({ outcome: _, ...report }) => report);
  return [...judged, ...onGuests];
}

export const judge = (input: PolicyInput): Verdict[] => [
  ...JUDGES.flatMap((verdictsOf) => verdictsOf(input) ?? []),
  ...judgePolicies(input),
];

/** Returns the error of a request that lost the race for a singleton. */
export const singletonRejection = (): CharterError => rejectionOf([SINGLETON_TAKEN]) as CharterError;

/**
 * The plan of a new team: a pure function of the request, the template and the gathered facts. The job stores it. It
 * has everything that the steps need, and a marker for the team and for each channel and tab.
 */
import type { ShownAnswer } from '../../domain/answers/model.ts';
import type { BlueprintStructure, TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import {
  PROVISIONING_STEPS,
  type ProvisioningStep,
  type TemplateStep,
} from '../../domain/catalog/manifest-steps.ts';
import type { TemplateChannel, TemplateSettings, TemplateTab } from '../../domain/catalog/model.ts';
import type { FoundPeople, Person } from '../../domain/directory/find-people.ts';
import type { User } from '../../domain/directory/model.ts';
import type { SuiteOrganisation } from '../../domain/directory/suite.ts';
import { defaultSponsor } from '../../domain/guests/rules.ts';
import type { TeamVisibility } from '../../domain/teams/model.ts';
import type { Step as JobStep, StepContext as JobStepContext } from '../../engine/jobs/define-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { type Message, messageOf } from '../../kernel/messages.ts';
import type { LifecycleRules } from '../lifecycle/model.ts';
import type { TeamTexts } from './conventions.ts';
import type { Notice } from './notices.ts';
import { type PlannedContents, planContents, toShownContents } from './plan-contents.ts';
import {
  findReportedViolations,
  judge,
  type PolicyFacts,
  type ReportedViolation,
  type Verdict,
} from './policies.ts';
import type { PlanSummary, StageCondition } from './ports.ts';
import type { PreparedContents } from './prepared-contents.ts';
import { type Omission, omittedGuests } from './unsupported.ts';

/** One of the template's own steps, performed by the receiver of a webhook (docs/own-steps.md). */
export interface PlannedOwnStep extends Pick<TemplateStep, 'id' | 'after' | 'timeout'> {
  /** Without an id when none was found, which violates a policy. */
  hook: { id: string | null; displayName: string };
}

export type OwnStepName = `ownStep:${string}`;

/** Returns the name of the step in the job. */
export const ownStepName = (id: string): OwnStepName => `ownStep:${id}`;

export interface PlannedTab extends TemplateTab {
  marker: string;
}

export interface PlannedChannel extends TemplateChannel {
  marker: string;
  /** First owner of a private or shared channel; null for a standard channel, and in a team without owners. */
  ownerId: string | null;
  tabs: PlannedTab[];
}

export interface ProvisioningPlan {
  /** Marker of the team and prefix of all other markers: the job's id. */
  marker: string;
  template: Person & { version: string };
  name: string;
  mailNickname: string;
  /** Aliases to try next, in order, when the first one is taken. */
  otherMailNicknames: string[];
  description: string | null;
  welcomeMessage: string | null;
  visibility: TeamVisibility;
  classification: string | null;
  sensitivityLabelId: string | null;
  settings: TemplateSettings;
  primaryChannelTabs: PlannedTab[];
  channels: PlannedChannel[];
  apps: string[];
  /** Folders, files and plans, with the tabs that show them. Absent when empty. */
  contents?: PlannedContents[];
  /** The picture, with its bytes in Base64. */
  picture: { contentType: string; base64: string } | null;
  /** The requester, if they become an owner. */
  requester: Person | null;
  owners: Person[];
  members: Person[];
  permanentOwners: Person[];
  permanentMembers: Person[];
  organisation: Pick<SuiteOrganisation, 'initialDomainName' | 'defaultDomainName'>;
  /** Parts of the template that the plan omits, because the suite does not support them. Absent when empty. */
  omissions?: Omission[];
  /** Facts about the suite that the requester should know. Absent when empty. */
  notices?: Notice[];
  /** The lifecycle of the team, its end counted from the time of the plan. Absent if it has none. */
  lifecycle?: LifecycleRules;
  /** The answers to the template's questions, in their order. Absent when empty. */
  answers?: ShownAnswer[];
  /** Own steps, in the order of the template. Absent when empty. */
  ownSteps?: PlannedOwnStep[];
  steps: (ProvisioningStep | OwnStepName)[];
  /** The conditions of the template's approval stages. Absent when there are none. */
  approvalConditions?: StageCondition[];
  verdicts: Verdict[];
  /** Violations of policies in the mode `report`. Absent when empty. */
  reports?: ReportedViolation[];
}

export interface PlanningFacts extends PolicyFacts {
  /** The requester; undefined for an app. */
  requester: User | undefined;
  found: FoundPeople;
  texts: TeamTexts;
  /** The template's own structure, or that of the team to copy. */
  structure: BlueprintStructure;
  /** People of the team to copy, if the template copies members. */
  sourcePeople: { owners: Person[]; members: Person[] };
  /** The first free alias, and the alternatives. */
  mailNicknames: readonly string[];
  organisation: Pick<SuiteOrganisation, 'initialDomainName' | 'defaultDomainName'>;
  omissions?: Omission[];
  notices?: readonly Notice[];
  lifecycle?: LifecycleRules | undefined;
  answers?: readonly ShownAnswer[];
  contents?: PreparedContents;
  ownSteps?: { steps: PlannedOwnStep[]; faults: readonly Message[] };
}

export interface PlanningInput {
  jobId: string;
  blueprint: TeamBlueprint;
  facts: PlanningFacts;
  teamNameMaxLength: number;
}

const toPerson = ({ id, displayName }: User | Person): Person => ({ id, displayName });

const without = (people: readonly Person[], ...excluded: readonly (readonly Person[])[]): Person[] => {
  const ids = new Set(excluded.flat().map(({ id }) => id));
  return people.filter(({ id }) => !ids.has(id));
};

const union = (...lists: readonly (readonly Person[])[]): Person[] => [
  ...new Map(lists.flat().map((person) => [person.id, person])).values(),
];

type Membership = Pick<
  ProvisioningPlan,
  'requester' | 'owners' | 'members' | 'permanentOwners' | 'permanentMembers'
>;

/** Lists each requested person once, in the highest role. Permanent people are listed separately. */
function planMembership({ blueprint, facts }: PlanningInput): Membership {
  const { found, sourcePeople } = facts;
  // A guest can't own a team.
  const asOwner = blueprint.addRequesterAsOwner && facts.requester?.userType === 'Member';
  const requester = asOwner && facts.requester ? toPerson(facts.requester) : null;
  const requesters = requester ? [requester] : [];
  const owners = without(union(found.owners.map(toPerson), sourcePeople.owners), requesters);
  const members = union(found.members.map(toPerson), sourcePeople.members);
  const permanentOwners = found.permanentOwners.map(toPerson);
  return {
    requester,
    owners,
    members: without(members, requesters, owners),
    permanentOwners,
    permanentMembers: without(found.permanentMembers.map(toPerson), permanentOwners),
  };
}

/** Returns the owners who can sign in. Assumes that people of a copied team can, because only their names are read. */
function openOwnersOf({ requester, found }: PlanningFacts, owners: readonly Person[]): Person[] {
  const looked = [...found.owners, ...found.permanentOwners, ...(requester ? [requester] : [])];
  const closed = new Set(looked.filter(({ accountEnabled }) => !accountEnabled).map(({ id }) => id));
  return owners.filter(({ id }) => !closed.has(id));
}

export type PlannedOwners = Pick<Membership, 'requester' | 'owners' | 'permanentOwners'>;

export const ownersOf = ({ requester, owners, permanentOwners }: PlannedOwners): Person[] =>
  union(requester ? [requester] : [], owners, permanentOwners);

const planTabs = (marker: string, tabs: readonly TemplateTab[]): PlannedTab[] =>
  tabs.map((tab, index) => ({ marker: `${marker}:tab:${index}`, ...tab }));

/** Returns the owners, and the members who are not owners. */
const peopleOf = (plan: Membership): { owners: Person[]; members: Person[] } => {
  const owners = ownersOf(plan);
  return { owners, members: without(union(plan.members, plan.permanentMembers), owners) };
};

function planChannel(marker: string, channel: TemplateChannel, owner: Person | undefined): PlannedChannel {
  const ownerId = channel.membershipType === 'standard' ? undefined : owner?.id;
  return { ...channel, marker, ownerId: ownerId ?? null, tabs: planTabs(marker, channel.tabs) };
}

function planPicture({ picture }: TeamBlueprint): ProvisioningPlan['picture'] {
  if (picture === undefined) return null;
  return { contentType: picture.contentType, base64: Buffer.from(picture.bytes).toString('base64') };
}

const isEmpty = (settings: TemplateSettings): boolean =>
  Object.values(settings).every((group) => group === undefined || Object.keys(group).length === 0);

/** Returns the needed built-in steps, and after each built-in step the template's own steps that follow it. */
function planSteps(
  plan: Omit<ProvisioningPlan, 'steps' | 'verdicts' | 'reports' | 'approvalConditions'>,
): ProvisioningPlan['steps'] {
  const hasTabs = [...plan.channels, { tabs: plan.primaryChannelTabs }].some(({ tabs }) => tabs.length > 0);
  const needed: Record<ProvisioningStep, boolean> = {
    createTeam: true,
    setSensitivityLabel: plan.sensitivityLabelId !== null,
    applySettings: !isEmpty(plan.settings),
    createChannels: plan.channels.length > 0,
    installApps: plan.apps.length > 0,
    createTabs: hasTabs,
    setPicture: plan.picture !== null,
    addRequester: plan.requester !== null,
    addRequestedMembers: plan.owners.length + plan.members.length > 0,
    addPermanentMembers: plan.permanentOwners.length + plan.permanentMembers.length > 0,
    createContents: plan.contents !== undefined,
    createContentTabs: plan.contents?.some(({ tabs }) => tabs.length > 0) ?? false,
    postWelcomeMessage: plan.welcomeMessage !== null,
  };
  return PROVISIONING_STEPS.flatMap((step) => [
    ...(needed[step] ? [step] : []),
    ...(plan.ownSteps ?? []).filter(({ after }) => after === step).map(({ id }) => ownStepName(id)),
  ]);
}

/** Returns the plan with a verdict for each policy. The caller handles violations. */
export function planTeam(input: PlanningInput): ProvisioningPlan {
  const { jobId, blueprint, facts, teamNameMaxLength } = input;
  const { structure, texts } = facts;
  const membership = planMembership(input);
  const { owners, members } = peopleOf(membership);
  const [mailNickname = '', ...otherMailNicknames] = facts.mailNicknames;
  const { id, name, version } = blueprint.template;
  const people = { requester: membership.requester, owners, members };
  const contents = facts.contents && planContents(jobId, facts.contents, people);
  const omissions = [...(facts.omissions ?? []), ...omittedGuests(structure, facts.found.permanentMembers)];
  const effects = {
    marker: jobId,
    template: { id, displayName: name, version },
    name: texts.name,
    mailNickname,
    otherMailNicknames,
    description: texts.description || null,
    welcomeMessage: texts.welcomeMessage || null,
    visibility: blueprint.visibility,
    classification: blueprint.classification,
    sensitivityLabelId: blueprint.sensitivityLabelId,
    settings: structure.settings,
    primaryChannelTabs: planTabs(`${jobId}:primary`, structure.primaryChannelTabs),
    channels: structure.channels.map((channel, index) =>
      planChannel(`${jobId}:channel:${index}`, channel, owners[0]),
    ),
    apps: structure.installedApps,
    ...(contents && { contents }),
    picture: planPicture(blueprint),
    ...membership,
    organisation: facts.organisation,
    ...(omissions.length > 0 && { omissions }),
    ...(facts.notices?.length && {
      notices: facts.notices.map((notice) => ({ code: notice.code, ...messageOf(notice) })),
    }),
    ...(facts.lifecycle && { lifecycle: facts.lifecycle }),
    ...(facts.answers?.length && { answers: [...facts.answers] }),
    ...(facts.ownSteps?.steps.length && { ownSteps: facts.ownSteps.steps }),
  };
  const openOwners = openOwnersOf(facts, owners);
  const subject = {
    ...effects,
    ownerIds: owners.map((person) => person.id),
    hasOpenOwner: openOwners.length > 0,
    sponsorOfGuests: defaultSponsor(openOwners),
    memberIds: members.map((person) => person.id),
  };
  const judged = { blueprint, facts, subject, teamNameMaxLength };
  const reports = findReportedViolations(judged);
  const steps = planSteps(effects);
  const { conditions } = facts.approval;
  return {
    ...effects,
    steps,
    ...(conditions.length > 0 && { approvalConditions: conditions }),
    verdicts: judge(judged),
    ...(reports.length > 0 && { reports }),
  };
}

export const plannedTeamOf = (plan: ProvisioningPlan): PlanSummary => ({
  name: plan.name,
  ...peopleOf(plan),
  answers: plan.answers,
});

/** A plan in API responses, without the bytes of the picture and of files. */
export type ShownPlan = Omit<ProvisioningPlan, 'picture' | 'contents'> & {
  picture: { contentType: string; bytes: number } | null;
  contents?: ReturnType<typeof toShownContents>;
};

export const toShownPlan = ({ picture, contents, ...plan }: ProvisioningPlan): ShownPlan => ({
  ...plan,
  ...(contents && { contents: toShownContents(contents) }),
  picture: picture && {
    contentType: picture.contentType,
    bytes: Buffer.byteLength(picture.base64, 'base64'),
  },
});

/** The input of a step. Effects use the plan's markers, so that a repeated step adopts them. */
export interface StepContext extends JobStepContext<ProvisioningPlan> {
  plan: ProvisioningPlan;
}
export type Step = (context: StepContext) => ReturnType<JobStep>;

export function teamIdOf(job: JobRecord<ProvisioningPlan>): string {
  if (job.subjectId === null) throw new Error(`Job ${job.id} has no team yet.`);
  return job.subjectId;
}

/** The forms of the kinds of policies: the settings of each kind, with their controls. */
import type { Policy } from '@charter/sdk';

export type PolicyKind = Policy['kind'];
export type SettingName = keyof Policy['settings'];
export type ScopeType = Policy['scope']['type'];

export type Setting = { name: SettingName; required?: true } & (
  | { control: 'words' }
  | { control: 'text' }
  | { control: 'people' }
  | { control: 'label' }
  | { control: 'group' }
  /** An ordered selection of the choices. The default is all choices in this order. */
  | { control: 'order'; choices: readonly string[] }
  | { control: 'labels' }
  | { control: 'number'; least: number; most: number }
  /** `initial`: the value shown while the policy has none. */
  | { control: 'choice'; choices: readonly string[]; initial: string }
  | { control: 'days'; choices: readonly number[]; initial: number }
);

/** A setting of each kind of policy that has reviews. */
const REVIEW_DAYS = { name: 'reviewDays', control: 'number', least: 1, most: 90 } as const;
const UNANSWERED = {
  name: 'unanswered',
  control: 'choice',
  choices: ['keep', 'remove'],
  initial: 'keep',
} as const;
const REVIEW_MONTHS = { name: 'reviewMonths', control: 'number', least: 1, most: 36 } as const;

const CHANNEL_CREATORS = ['members', 'owners', 'administrators', 'nobody'] as const;

interface KindForm {
  scopes: readonly ScopeType[];
  settings: readonly Setting[];
}

const ALL_SCOPES = ['tenant', 'templates', 'teams'] as const;
const LONGEST_NAME = 264;

export const KINDS: Readonly<Record<PolicyKind, KindForm>> = {
  naming: {
    scopes: ALL_SCOPES,
    settings: [
      { name: 'blockedWords', control: 'words' },
      { name: 'reservedNames', control: 'words' },
      { name: 'minLength', control: 'number', least: 1, most: LONGEST_NAME },
      { name: 'maxLength', control: 'number', least: 1, most: LONGEST_NAME },
      { name: 'forbiddenCharacters', control: 'text' },
      { name: 'allowedCharacters', control: 'text' },
    ],
  },
  duplicateNames: { scopes: ALL_SCOPES, settings: [] },
  mandatoryMembership: {
    scopes: ['tenant', 'templates'],
    settings: [
      { name: 'owners', control: 'number', least: 0, most: 20, required: true },
      { name: 'members', control: 'number', least: 0, most: 20, required: true },
    ],
  },
  permanentMembership: {
    scopes: ALL_SCOPES,
    settings: [
      { name: 'owners', control: 'people', required: true },
      { name: 'members', control: 'people', required: true },
    ],
  },
  owners: {
    scopes: ALL_SCOPES,
    settings: [
      { name: 'minimumOwners', control: 'number', least: 1, most: 20, required: true },
      { name: 'maximumOwners', control: 'number', least: 1, most: 100 },
      {
        name: 'candidates',
        control: 'order',
        choices: ['requester', 'formerOwnersManager', 'mostActiveMembers'],
      },
      { name: 'answerDays', control: 'number', least: 1, most: 30 },
      { name: 'deadlineDays', control: 'number', least: 1, most: 90 },
      { name: 'fallbackGroupId', control: 'group' },
    ],
  },
  privacy: {
    scopes: ALL_SCOPES,
    settings: [
      {
        name: 'visibility',
        control: 'choice',
        choices: ['private', 'public'],
        initial: 'private',
        required: true,
      },
    ],
  },
  sensitivityLabel: {
    scopes: ALL_SCOPES,
    settings: [{ name: 'labelId', control: 'label', required: true }],
  },
  singleton: { scopes: ['templates'], settings: [] },
  lifecycle: {
    scopes: ALL_SCOPES,
    settings: [
      { name: 'inactivityDays', control: 'days', choices: [7, 30, 90], initial: 90, required: true },
      { name: 'graceDays', control: 'days', choices: [7, 30], initial: 30, required: true },
      {
        name: 'action',
        control: 'choice',
        choices: ['None', 'Archive', 'Delete'],
        initial: 'Archive',
        required: true,
      },
    ],
  },
  guests: {
    scopes: ALL_SCOPES,
    settings: [
      {
        name: 'guests',
        control: 'choice',
        choices: ['allowed', 'forbidden'],
        initial: 'allowed',
        required: true,
      },
      { name: 'labelIds', control: 'labels' },
      { name: 'allowedDomains', control: 'words' },
      { name: 'blockedDomains', control: 'words' },
      { name: 'sponsor', control: 'choice', choices: ['optional', 'required'], initial: 'optional' },
      { name: 'longestStayDays', control: 'number', least: 1, most: 3650 },
      { name: 'inactiveDays', control: 'number', least: 7, most: 3650 },
      REVIEW_MONTHS,
      REVIEW_DAYS,
      UNANSWERED,
    ],
  },
  channels: {
    scopes: ALL_SCOPES,
    settings: [
      { name: 'standard', control: 'choice', choices: CHANNEL_CREATORS, initial: 'members' },
      { name: 'private', control: 'choice', choices: CHANNEL_CREATORS, initial: 'owners' },
      { name: 'shared', control: 'choice', choices: CHANNEL_CREATORS, initial: 'owners' },
      { name: 'maximumPrivate', control: 'number', least: 1, most: 1000 },
      { name: 'maximumShared', control: 'number', least: 1, most: 1000 },
      { name: 'labelIds', control: 'labels' },
      { name: 'externalChannels', control: 'choice', choices: ['report', 'delete'], initial: 'report' },
      { name: 'deletionDays', control: 'number', least: 1, most: 90 },
    ],
  },
  directory: {
    scopes: ALL_SCOPES,
    settings: [
      {
        name: 'listed',
        control: 'choice',
        choices: ['none', 'public', 'publicAndPrivate', 'all'],
        initial: 'public',
        required: true,
      },
      { name: 'exceptLabelIds', control: 'labels' },
      { name: 'guests', control: 'choice', choices: ['forbidden', 'allowed'], initial: 'forbidden' },
    ],
  },
  memberReviews: {
    scopes: ALL_SCOPES,
    settings: [
      { name: 'labelIds', control: 'labels' },
      { ...REVIEW_MONTHS, required: true },
      REVIEW_DAYS,
      UNANSWERED,
    ],
  },
};

export const KIND_NAMES = Object.keys(KINDS) as PolicyKind[];

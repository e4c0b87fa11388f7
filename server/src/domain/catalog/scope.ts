/** The scope of rules and conventions. */
import type { Principal } from '../../engine/principal.ts';
import { nearestWord } from '../../kernel/spelling.ts';
import { USER_FIELDS, USER_TEXTS, type User, type UserProfile } from '../directory/model.ts';
import type { RulePerson, RuleScope, RuleUser, TemplateKind } from './rules.ts';

/** The requested team, as conventions see it. */
export type RequestedTeam = RuleScope['request']['team'];

/** The requested channel, as the rules of a channel template see it. */
export type RequestedChannel = NonNullable<RuleScope['request']['channel']>;

interface ScopeParts {
  /** Undefined for a person who is not in the directory, and for an app that changes an existing team. */
  requester: UserProfile | undefined;
  principal: Principal;
  team?: RequestedTeam;
  channel?: RequestedChannel;
  /** The people of the request, for conditions and approver rules of approval stages. */
  people?: { owners: readonly User[]; members: readonly User[] };
  templateName?: string;
  metadata?: RuleScope['request']['metadata'];
}

const NO_TEAM: RequestedTeam = { name: '', description: '', welcomeMessage: '' };

/** Older names of User's fields, which existing manifests use: `msCity` for `city`. */
const OLDER_NAMES: Readonly<Record<string, keyof User>> = {
  msUPN: 'userPrincipalName',
  msEmail: 'mail',
  ...Object.fromEntries(
    ['displayName' as const, ...USER_TEXTS.filter((field) => field !== 'mail')].map((field) => [
      `ms${field.slice(0, 1).toUpperCase()}${field.slice(1)}`,
      field,
    ]),
  ),
};

function ruleUser(profile: UserProfile | undefined): RuleUser {
  if (profile === undefined) return { groups: { direct: [] } };
  const { extensions, directGroups, groupsUnknown, ...fields } = profile;
  const directoryExtensions = Object.entries(extensions).filter(([key]) => key.startsWith('extension_'));
  const olderNames = Object.entries(OLDER_NAMES).map(([older, name]) => [older, profile[name]]);
  return {
    ...Object.fromEntries([...directoryExtensions, ...olderNames]),
    ...fields,
    groups: groupsUnknown ? null : { direct: directGroups },
  };
}

const rulePerson = ({ id, displayName, mail, userType, department, companyName }: User): RulePerson => ({
  id,
  displayName,
  mail,
  userType,
  department,
  companyName,
});

export function ruleScope({
  requester,
  principal,
  team = NO_TEAM,
  channel,
  people,
  templateName = '',
  metadata = {},
}: ScopeParts): RuleScope {
  return {
    request: {
      team: {
        ...team,
        ...(people && {
          membership: { owners: people.owners.map(rulePerson), members: people.members.map(rulePerson) },
        }),
      },
      ...(channel && { channel }),
      template: { name: templateName },
      request: { requester: { name: requester?.displayName ?? '', email: requester?.mail ?? '' } },
      metadata,
    },
    user: ruleUser(requester),
    app: principal.kind === 'app' ? { id: principal.id, name: principal.displayName } : { id: '', name: '' },
  };
}

/** Fields of `user`, except `extension_*`. */
const RULE_FIELDS = [...USER_FIELDS, ...Object.keys(OLDER_NAMES), 'onPremisesExtensionAttributes', 'groups'];

/** The names that rules and conventions may use, as a tree. Leaves are null: any member of them is accepted. */
interface Names {
  [name: string]: Names | null;
}

const namesOf = (value: object): Names =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'object' && !Array.isArray(member) ? namesOf(member) : null,
    ]),
  );

function namesIn(parts: Pick<ScopeParts, 'people' | 'channel'>): Names {
  const { request, app } = ruleScope({
    requester: undefined,
    principal: { tenantId: '', kind: 'user', id: '', displayName: '', roles: new Set() },
    ...parts,
  });
  return {
    ...namesOf({ app }),
    request: { ...namesOf(request), metadata: null },
    user: Object.fromEntries(RULE_FIELDS.map((field) => [field, null])),
  };
}
const PEOPLE = { owners: [], members: [] };
const CHANNEL: RequestedChannel = { name: '', description: '', membershipType: '' };

/** The names that rules may use, by kind of template. Conditions and approver rules also see the people. */
const NAMES: Readonly<Record<TemplateKind, { all: Names; conditions: Names }>> = {
  team: { all: namesIn({}), conditions: namesIn({ people: PEOPLE }) },
  channel: {
    all: namesIn({ channel: CHANNEL }),
    conditions: namesIn({ channel: CHANNEL, people: PEOPLE }),
  },
};

const MEMBER = /(?<![.\w$])(?:request|user|app)(?:\s*\??\.\s*[A-Za-z_$][\w$]*)+/g;

/** Returns the path up to the first name that does not exist; undefined when all names exist. */
function unknownName(
  path: readonly string[],
  known: Names,
): { path: string; nearest: string | undefined } | undefined {
  let names: Names | null | undefined = known;
  for (const [index, name] of path.entries()) {
    if (names === null || names === undefined) return undefined;
    if (name in Object.prototype) return undefined;
    if (!Object.hasOwn(names, name)) {
      if (path[0] === 'user' && name.startsWith('extension_')) return undefined;
      const nearest = nearestWord(name, Object.keys(names), 2);
      const at = (last: string): string => [...path.slice(0, index), last].join('.');
      return { path: at(name), nearest: nearest && at(nearest) };
    }
    names = names[name];
  }
  return undefined;
}

/**
 * Returns a sentence for each name in the rule or convention that never has a value.
 * @param isCondition whether it is a condition or an approver rule of an approval stage, which also see the people of
 * the request
 */
export function findUnknownNames(source: string, isCondition = false, kind: TemplateKind = 'team'): string[] {
  const known = NAMES[kind][isCondition ? 'conditions' : 'all'];
  const paths = [...source.matchAll(MEMBER)].map(([path]) => path.replace(/[\s?]/g, '').split('.'));
  const sentences = paths
    .map((path) => unknownName(path, known))
    .filter((unknown) => unknown !== undefined)
    .map(({ path, nearest }) => {
      const hint = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
      return `'${path}' does not exist and is always empty.${hint}`;
    });
  return [...new Set(sentences)];
}

const ANSWER =
  /(?<![.\w$])request\s*\??\.\s*metadata\s*(?:\??\.\s*([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*['"]([^'"]*)['"]\s*\])/g;

/** Returns the names of the answers that the rule or convention mentions, each once. */
export const findAnswerNames = (source: string): string[] => [
  ...new Set([...source.matchAll(ANSWER)].map(([, member, key]) => member ?? key ?? '')),
];

/** Returns a sentence for each answer in the rule or convention that no question of its template asks for. */
export const findUnknownAnswers = (source: string, ids: readonly string[]): string[] =>
  findAnswerNames(source)
    .filter((name) => !ids.includes(name))
    .map((name) => {
      const nearest = nearestWord(name, ids, 2);
      const hint = nearest === undefined ? '' : ` Did you mean 'request.metadata.${nearest}'?`;
      return `'request.metadata.${name}' is no question of this template.${hint}`;
    });

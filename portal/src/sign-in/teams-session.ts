/**
 * The session inside Microsoft Teams. Teams provides the access token of the person who is signed in to Teams
 * (https://learn.microsoft.com/microsoftteams/platform/tabs/how-to/authentication/tab-sso-overview). It stays in
 * memory.
 */
import { authentication } from '@microsoft/teams-js';
import { jwtDecode } from 'jwt-decode';
import type { MessageId } from '../base/messages.ts';
import { StartFailure } from '../base/start-failure.ts';
import type { Person, Session, SignIn } from './session.ts';

/** Time before expiry at which a token is renewed, so that it does not expire during a call. */
const MARGIN_MILLISECONDS = 60_000;

interface Token {
  text: string;
  person: Person;
  /** Time of the next renewal, in milliseconds since 1970. */
  staleAt: number;
}

/** Claims of Entra's access tokens: `upn` in version 1, `preferred_username` in version 2. */
interface Claims {
  sub: string;
  exp: number;
  oid?: string;
  tid?: string;
  name?: string;
  preferred_username?: string;
  upn?: string;
}

/** Teams identifies its errors by words in their texts, in several spellings. */
const ADVICE: [RegExp, MessageId][] = [
  [/consent|cancel|interaction|invalid_grant/i, 'start.teamsConsent'],
  [/resource defined|origin|invalid_resource/i, 'start.teamsPackage'],
];

function toFailure(error: unknown): StartFailure {
  const reason = error instanceof Error ? error.message : String(error);
  const [, advice] = ADVICE.find(([words]) => words.test(reason)) ?? [
    undefined,
    'start.teamsFailed' as const,
  ];
  return new StartFailure(advice, reason, true);
}

/** @throws StartFailure when Teams provides no token */
async function getToken(): Promise<Token> {
  try {
    const text = await authentication.getAuthToken();
    const { sub, exp, oid, tid, name, preferred_username, upn } = jwtDecode<Claims>(text);
    const userName = preferred_username ?? upn ?? sub;
    return {
      text,
      person: { tenant: tid ?? '', id: oid ?? sub, displayName: name ?? userName, userName },
      staleAt: exp * 1000 - MARGIN_MILLISECONDS,
    };
  } catch (error) {
    throw toFailure(error);
  }
}

function toSession(first: Token): Session {
  let current = first;
  let isRejected = false;
  let renewal: Promise<Token> | undefined;
  /** Concurrent calls share one renewal. */
  const renew = async (): Promise<Token> => {
    renewal ??= getToken().finally(() => {
      renewal = undefined;
    });
    current = await renewal;
    isRejected = false;
    return current;
  };
  return {
    person: first.person,
    async token() {
      if (!isRejected && Date.now() < current.staleAt) return current.text;
      return (await renew()).text;
    },
    rejected() {
      isRejected = true;
    },
  };
}

export const createTeamsSignIn = (): SignIn => ({
  open: async () => ({ session: toSession(await getToken()) }),
  start: async () => location.reload(),
});

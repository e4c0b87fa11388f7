/** The two requests of the sign-in page: GET shows the people, POST receives the choice. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { type Message, say, verbatim } from '../../kernel/messages.ts';
import { CLIENT_NAMES } from './clients.ts';
import { type LayoutFactory, messagePage, type PageLayout, signInPage } from './pages.ts';
import type { People } from './people.ts';
import { readForm } from './read-form.ts';

const MAX_SEARCH_LENGTH = 100;

export interface SignInDeps {
  provider: Provider;
  people: People;
  publicUrl: URL;
  frameOf: LayoutFactory;
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
}

export function sendMessage(
  frame: PageLayout,
  response: ServerResponse,
  status: number,
  title: Message,
  message: Message,
): void {
  sendPage(response, status, messagePage(frame, title, message));
}

/** Detects a form that another site posted. SameSite cookies protect against it as well. */
function isForeign(request: IncomingMessage, publicUrl: URL): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (
    (origin !== undefined && origin !== publicUrl.origin) || (site !== undefined && site !== 'same-origin')
  );
}

const cleanSearch = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH);

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Finds the pending sign-in that this browser started and that the address names. */
async function findInteraction(
  { provider }: SignInDeps,
  request: IncomingMessage,
  response: ServerResponse,
  uid: string,
): Promise<Interaction | undefined> {
  try {
    const details = await provider.interactionDetails(request, response);
    return details.uid === uid ? details : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
    throw error;
  }
}

async function showPeople(
  deps: SignInDeps,
  { params }: Interaction,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const clientId = String(params.client_id);
  const client = CLIENT_NAMES[clientId] ?? verbatim(clientId);
  const search = cleanSearch(url.searchParams.get('search') ?? String(params.login_hint ?? ''));
  const tenants = await deps.people.list(search);
  const view = { client, action: url.pathname, search, tenants };
  sendPage(response, 200, signInPage(deps.frameOf(request), view));
}

const NOT_ACCEPTED = say('issuer.notAccepted', 'Not accepted');

async function takeChoice(
  deps: SignInDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const frame = deps.frameOf(request);
  if (isForeign(request, deps.publicUrl)) {
    const message = say('issuer.foreignForm', 'The form came from another site.');
    return sendMessage(frame, response, 403, NOT_ACCEPTED, message);
  }
  const form = await readForm(request);
  const accountId = form?.get('person') ?? '';
  const person = await deps.people.findBySubject(accountId);
  if (person === undefined) {
    const title = say('issuer.nobodyChosen', 'Nobody was chosen');
    const message = say(
      'issuer.unknownPerson',
      'This person is unknown or switched off. Go back and choose somebody else.',
    );
    return sendMessage(frame, response, 400, title, message);
  }
  // The browser keeps the session cookie until it is closed.
  await deps.provider.interactionFinished(request, response, { login: { accountId, remember: false } });
}

/** @param url the request's address as the browser sees it */
export async function handleSignIn(
  deps: SignInDeps,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const uid = url.pathname.split('/').at(-1) as string;
  if (request.method !== 'GET' && request.method !== 'POST') {
    response.setHeader('allow', 'GET, POST');
    const message = say('issuer.methods', 'This page takes GET and POST.');
    return sendMessage(deps.frameOf(request), response, 405, NOT_ACCEPTED, message);
  }
  const interaction = await findInteraction(deps, request, response, uid);
  if (interaction === undefined) {
    const title = say('issuer.signInAgain', 'Sign in again');
    const message = say(
      'issuer.signInOver',
      'This sign-in is over or began in another browser. Go back to where you came from and try again.',
    );
    return sendMessage(deps.frameOf(request), response, 400, title, message);
  }
  return request.method === 'GET'
    ? showPeople(deps, interaction, url, request, response)
    : takeChoice(deps, request, response);
}

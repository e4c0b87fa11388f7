/** The two requests of the sign-in page: GET shows the people, POST takes the choice. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { messagePage, type PageFrame, signInPage } from './pages.ts';
import type { People } from './people.ts';

const MAX_FORM_BYTES = 4096;
const MAX_SEARCH_LENGTH = 100;

export interface SignInDeps {
  provider: Provider;
  people: People;
  publicUrl: URL;
  frame: PageFrame;
}

export function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
}

/** Returns the form's fields; undefined when the body is not a small form. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/x-www-form-urlencoded')
    return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_FORM_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
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

interface Interaction {
  uid: string;
  clientId: string;
  loginHint: string;
}

/** Finds the pending sign-in that this browser started and that the address names. */
async function findInteraction(
  { provider }: SignInDeps,
  request: IncomingMessage,
  response: ServerResponse,
  uid: string,
): Promise<Interaction | undefined> {
  try {
    const details = await provider.interactionDetails(request, response);
    if (details.uid !== uid) return undefined;
    return {
      uid,
      clientId: String(details.params.client_id),
      loginHint: String(details.params.login_hint ?? ''),
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
    throw error;
  }
}

async function showPeople(
  deps: SignInDeps,
  interaction: Interaction,
  action: string,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const client = await deps.provider.Client.find(interaction.clientId);
  const search = cleanSearch(query.get('search') ?? interaction.loginHint);
  const tenants = await deps.people.list(search);
  const clientName = client?.clientName ?? interaction.clientId;
  sendPage(response, 200, signInPage(deps.frame, { clientName, action, search, tenants }));
}

async function takeChoice(
  deps: SignInDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (isForeign(request, deps.publicUrl)) {
    return sendPage(
      response,
      403,
      messagePage(deps.frame, 'Not accepted', 'The form came from another site.'),
    );
  }
  const form = await readForm(request);
  const person = await deps.people.findBySubject(form?.get('person') ?? '');
  if (person === undefined) {
    const message = 'This person is unknown or switched off. Go back and choose somebody else.';
    return sendPage(response, 400, messagePage(deps.frame, 'Nobody was chosen', message));
  }
  const accountId = form?.get('person') as string;
  // The session lasts as long as the browser window.
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
    return sendPage(response, 405, messagePage(deps.frame, 'Not accepted', 'This page takes GET and POST.'));
  }
  const interaction = await findInteraction(deps, request, response, uid);
  if (interaction === undefined) {
    const message =
      'This sign-in is over or began in another browser. Go back to where you came from and try again.';
    return sendPage(response, 400, messagePage(deps.frame, 'Sign in again', message));
  }
  return request.method === 'GET'
    ? showPeople(deps, interaction, url.pathname, url.searchParams, response)
    : takeChoice(deps, request, response);
}

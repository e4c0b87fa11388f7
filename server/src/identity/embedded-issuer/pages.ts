/**
 * Pages of the embedded issuer, in the reader's language. They work without scripts, with the keyboard, and on a phone.
 */
import type { IncomingMessage } from 'node:http';
import { type Language, negotiateLanguage } from '../../domain/languages/language.ts';
import { translate } from '../../domain/languages/translate.ts';
import type { Role } from '../../engine/principal.ts';
import { type Html, html } from '../../kernel/html.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { type PeopleOfTenant, type Person, subjectOfPerson } from './people.ts';

/** Smallest number of people for which the page has a search field. */
const SEARCH_FROM = 9;

const ROLE_NAMES: Readonly<Record<Role, Message>> = {
  AUTHENTICATED_USER: say('issuer.role.user', 'User'),
  AUTHORIZED_APP: say('issuer.role.app', 'App'),
  INTEGRATION_MANAGER: say('issuer.role.integration', 'Integration manager'),
  GOVERNANCE_MANAGER: say('issuer.role.governance', 'Governance manager'),
  TEAMS_SERVICE_ADMIN: say('issuer.role.teams', 'Teams administrator'),
  GLOBAL_ADMIN: say('issuer.role.global', 'Global administrator'),
};

/** The command that creates the first person. */
const SETUP =
  "charter setup --organisation 'Your organisation' \\\n  --name 'Your Name' --mail you@your-domain.example";

export interface PageLayout {
  /** Address of the stylesheet. */
  stylesheet: string;
  /** Language of the reader. */
  language: Language;
}

/** Returns the layout of the page for the request. */
export type LayoutFactory = (request: IncomingMessage) => PageLayout;

export const createLayouts =
  (stylesheet: string): LayoutFactory =>
  ({ headers }) => ({ stylesheet, language: negotiateLanguage(headers['accept-language']) });

/** Returns a function that says a message in the language of the page. */
const words =
  ({ language }: PageLayout) =>
  (message: Message): string =>
    translate(language, message);

function page({ stylesheet, language }: PageLayout, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Charter</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.toString();
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word, index, words) => (index === 0 || index === words.length - 1 ? [[...word][0] ?? ''] : []))
    .join('')
    .toUpperCase();

function personButton(frame: PageLayout, { tenantId, user, roles }: Person): Html {
  const text = words(frame);
  return html`<li><button type="submit" name="person" value="${subjectOfPerson(tenantId, user.id)}">
<span class="initials" aria-hidden="true">${initialsOf(user.displayName)}</span>
<span class="who"><span class="name">${user.displayName}</span>
<span class="detail">${user.jobTitle ?? ''}</span>
<span class="detail">${user.userPrincipalName}</span></span>
${roles.length > 0 && html`<span class="roles">${roles.map((role) => html`<span class="role">${text(ROLE_NAMES[role])}</span> `)}</span>`}
</button></li>
`;
}

function tenantSection(frame: PageLayout, { tenant, people, hasMore }: PeopleOfTenant, index: number): Html {
  if (people.length === 0) return html``;
  const more = say('issuer.morePeople', 'There are more people. Search to find them.');
  return html`<section aria-labelledby="tenant-${index}">
<h2 id="tenant-${index}">${tenant.displayName}</h2>
<ul>
${people.map((person) => personButton(frame, person))}</ul>
${hasMore && html`<p class="more">${words(frame)(more)}</p>`}
</section>
`;
}

export interface SignInView {
  /** Name of the application that the person signs in to. */
  client: Message;
  /** Target of the forms: the page's own address. */
  action: string;
  search: string;
  tenants: readonly PeopleOfTenant[];
}

function searchForm(frame: PageLayout, { action, search }: SignInView): Html {
  const text = words(frame);
  return html`<form method="get" action="${action}" role="search">
<label for="search">${text(say('issuer.searchFor', 'Name, mail or user name'))}</label>
<div class="search"><input id="search" name="search" type="search" maxlength="100" autocomplete="off" value="${search}">
<button type="submit">${text(say('issuer.search', 'Search'))}</button></div>
</form>
`;
}

const FOR_DEVELOPMENT = say('issuer.forDevelopment', 'For development only.');
const NO_PASSWORD = say(
  'issuer.noPassword',
  'Choose who you want to be. No password is asked for: anyone who can open this page can sign in as anyone.',
);
const NOBODY_YET = say(
  'issuer.nobodyYet',
  'There is nobody to sign in as yet. Create your organisation and yourself with this command, on the machine of the service. The start of the service printed it with the folder of the data. Then load this page again.',
);
const NOBODY_MATCHES = say('issuer.nobodyMatches', 'Nobody matches. Try another name.');

/** Renders one button per person. No password is asked for, and the page says so. */
export function signInPage(frame: PageLayout, view: SignInView): string {
  const { action, client, search, tenants } = view;
  const text = words(frame);
  const shown = tenants.reduce((sum, { people }) => sum + people.length, 0);
  const needsSearch = search !== '' || shown >= SEARCH_FROM || tenants.some(({ hasMore }) => hasMore);
  const people =
    shown > 0
      ? html`<form method="post" action="${action}">
${tenants.map((tenant, index) => tenantSection(frame, tenant, index))}</form>`
      : search === ''
        ? html`<p role="status">${text(NOBODY_YET)}</p>
<pre><code>${SETUP}</code></pre>`
        : html`<p role="status">${text(NOBODY_MATCHES)}</p>`;
  return page(
    frame,
    text(say('issuer.signIn', 'Sign in')),
    html`<h1>${text(say('issuer.signInTo', 'Sign in to {client}', { client }))}</h1>
<p class="notice"><strong>${text(FOR_DEVELOPMENT)}</strong> ${text(NO_PASSWORD)}</p>
${needsSearch && searchForm(frame, view)}${people}`,
  );
}

/** Title of a page about an error of the issuer. */
export const FAILED_TITLE = say('issuer.failed', 'This did not work');

/** Renders a message with the next step. */
export function messagePage(frame: PageLayout, title: Message, message: Message, detail?: string): string {
  const text = words(frame);
  return page(
    frame,
    text(title),
    html`<h1>${text(title)}</h1>
<p role="alert">${text(message)}</p>
${detail !== undefined && html`<p class="detail" lang="en">${detail}</p>`}`,
  );
}

/** @param xsrf CSRF token */
export function signOutPage(frame: PageLayout, action: string, xsrf: string): string {
  const text = words(frame);
  const signOut = text(say('issuer.signOut', 'Sign out'));
  return page(
    frame,
    signOut,
    html`<h1>${text(say('issuer.signOutAsked', 'Sign out?'))}</h1>
<form method="post" action="${action}" class="choices">
<input type="hidden" name="xsrf" value="${xsrf}">
<button type="submit" name="logout" value="yes" class="primary">${signOut}</button>
<button type="submit">${text(say('issuer.staySignedIn', 'Stay signed in'))}</button>
</form>`,
  );
}

export function signedOutPage(frame: PageLayout): string {
  const text = words(frame);
  const title = text(say('issuer.signedOut', 'Signed out'));
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
<p role="status">${text(say('issuer.closePage', 'You can close this page.'))}</p>`,
  );
}

export interface DeviceForm {
  action: string;
  /** CSRF token. */
  xsrf: string;
}

/** Asks for the code that another device shows (RFC 8628, section 3.3). */
export function deviceCodePage(frame: PageLayout, { action, xsrf }: DeviceForm, isRejected: boolean): string {
  const text = words(frame);
  const title = text(say('issuer.device.enter', 'Enter the code that the command line shows'));
  const unknown = say(
    'issuer.device.unknown',
    'The code is unknown, used or too old. Check it, or start again.',
  );
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
${isRejected && html`<p role="alert">${text(unknown)}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<label for="user_code">${text(say('issuer.device.code', 'Code'))}</label>
<div class="search"><input id="user_code" name="user_code" type="text" maxlength="20" autocomplete="off" required>
<button type="submit">${text(say('issuer.device.next', 'Next'))}</button></div>
</form>`,
  );
}

/** Asks whether the reader started the sign-in themselves: somebody else may have sent them the code. */
export function deviceConfirmationPage(
  frame: PageLayout,
  { action, xsrf }: DeviceForm,
  userCode: string,
  client: Message | undefined,
): string {
  const text = words(frame);
  const title = text(say('issuer.signIn', 'Sign in'));
  const asked = say(
    'issuer.device.asked',
    'Go on only if you started this sign-in yourself and your command line shows this code.',
  );
  return page(
    frame,
    title,
    html`<h1>${client === undefined ? title : text(say('issuer.signInTo', 'Sign in to {client}', { client }))}</h1>
<p>${text(asked)}</p>
<pre><code>${userCode}</code></pre>
<form method="post" action="${action}" class="choices">
<input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="user_code" value="${userCode}">
<button type="submit" name="confirm" value="yes" class="primary">${text(say('issuer.device.goOn', 'Go on'))}</button>
<button type="submit" name="abort" value="yes">${text(say('issuer.device.abort', 'Cancel'))}</button>
</form>`,
  );
}

export function deviceDonePage(frame: PageLayout): string {
  const text = words(frame);
  const title = text(say('issuer.device.done', 'You are signed in on the command line'));
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
<p role="status">${text(say('issuer.closePage', 'You can close this page.'))}</p>`,
  );
}

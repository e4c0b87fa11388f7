/** Pages of the embedded issuer. They work without scripts, with the keyboard, and on a phone. */
import type { Role } from '../../engine/principal.ts';
import { type Html, html } from '../../kernel/html.ts';
import { type PeopleOfTenant, type Person, subjectOfPerson } from './people.ts';

/** Smallest number of people for which the page has a search field. */
const SEARCH_FROM = 9;

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  AUTHENTICATED_USER: 'User',
  AUTHORIZED_APP: 'App',
  INTEGRATION_MANAGER: 'Integration manager',
  GOVERNANCE_MANAGER: 'Governance manager',
  TEAMS_SERVICE_ADMIN: 'Teams administrator',
  GLOBAL_ADMIN: 'Global administrator',
};

/** The command that creates the first person. */
const SETUP =
  "charter setup --organisation 'Your organisation' \\\n  --name 'Your Name' --mail you@your-domain.example";

export interface PageFrame {
  /** Address of the stylesheet. */
  stylesheet: string;
}

function page({ stylesheet }: PageFrame, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
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

function personButton({ tenantId, user, roles }: Person): Html {
  return html`<li><button type="submit" name="person" value="${subjectOfPerson(tenantId, user.id)}">
<span class="initials" aria-hidden="true">${initialsOf(user.displayName)}</span>
<span class="who"><span class="name">${user.displayName}</span>
<span class="detail">${user.jobTitle ?? ''}</span>
<span class="detail">${user.userPrincipalName}</span></span>
${roles.length > 0 && html`<span class="roles">${roles.map((role) => html`<span class="role">${ROLE_NAMES[role]}</span> `)}</span>`}
</button></li>
`;
}

function tenantSection({ tenant, people, hasMore }: PeopleOfTenant, index: number): Html {
  if (people.length === 0) return html``;
  return html`<section aria-labelledby="tenant-${index}">
<h2 id="tenant-${index}">${tenant.displayName}</h2>
<ul>
${people.map(personButton)}</ul>
${hasMore && html`<p class="more">There are more people. Search to find them.</p>`}
</section>
`;
}

export interface SignInView {
  /** Name of the application that the person signs in to. */
  clientName: string;
  /** Target of the forms: the page's own address. */
  action: string;
  search: string;
  tenants: readonly PeopleOfTenant[];
}

function searchForm({ action, search }: SignInView): Html {
  return html`<form method="get" action="${action}" role="search">
<label for="search">Name, mail or user name</label>
<div class="search"><input id="search" name="search" type="search" maxlength="100" autocomplete="off" value="${search}">
<button type="submit">Search</button></div>
</form>
`;
}

/** Renders one button per person. No password is asked for, and the page says so. */
export function signInPage(frame: PageFrame, view: SignInView): string {
  const { action, clientName, search, tenants } = view;
  const shown = tenants.reduce((sum, { people }) => sum + people.length, 0);
  const needsSearch = search !== '' || shown >= SEARCH_FROM || tenants.some(({ hasMore }) => hasMore);
  const people =
    shown > 0
      ? html`<form method="post" action="${action}">
${tenants.map(tenantSection)}</form>`
      : search === ''
        ? html`<p role="status">There is nobody to sign in as yet. Create your organisation and yourself with this
command, on the machine of the service. The start of the service printed it with the folder of the data. Then load this
page again.</p>
<pre><code>${SETUP}</code></pre>`
        : html`<p role="status">Nobody matches. Try another name.</p>`;
  return page(
    frame,
    'Sign in',
    html`<h1>Sign in to ${clientName}</h1>
<p class="notice"><strong>For development only.</strong> Choose who you want to be. No password is asked for:
anyone who can open this page can sign in as anyone.</p>
${needsSearch && searchForm(view)}${people}`,
  );
}

/** Renders a message with the next step. */
export const messagePage = (frame: PageFrame, title: string, message: string, detail?: string): string =>
  page(
    frame,
    title,
    html`<h1>${title}</h1>
<p role="alert">${message}</p>
${detail !== undefined && html`<p class="detail">${detail}</p>`}`,
  );

/** @param xsrf CSRF token */
export const signOutPage = (frame: PageFrame, action: string, xsrf: string): string =>
  page(
    frame,
    'Sign out',
    html`<h1>Sign out?</h1>
<form method="post" action="${action}" class="choices">
<input type="hidden" name="xsrf" value="${xsrf}">
<button type="submit" name="logout" value="yes" class="primary">Sign out</button>
<button type="submit">Stay signed in</button>
</form>`,
  );

export const signedOutPage = (frame: PageFrame): string =>
  page(
    frame,
    'Signed out',
    html`<h1>Signed out</h1>
<p role="status">You can close this page.</p>`,
  );

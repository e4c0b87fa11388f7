import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, languageOfPerson } from '../languages/language.ts';
import { describeNotification, renderNotification, toMail } from './describe.ts';
import type { NotificationRecord, TeamNotificationFacts } from './kinds.ts';

const FACTS: TeamNotificationFacts = {
  teamId: 'team/1',
  teamName: 'Harbour',
  action: 'Archive',
  lastActivityDateTime: '2026-03-01T23:30:00.000Z',
  expiresDateTime: '2026-05-08T02:00:00.000Z',
};

describe('texts of notifications', () => {
  it("name an inactive team and both dates in the reader's language", () => {
    assert.equal(
      renderNotification('en', 'team_inactive', FACTS).text,
      'Nothing has happened in the team “Harbour” since March 1, 2026 at 11:30 PM UTC. If nobody renews it or works in it, on May 8, 2026 at 2:00 AM UTC it will be archived: everything stays readable, and nothing can be changed. Renew it if it is still needed.',
    );
    assert.equal(
      renderNotification('fr', 'team_inactive', { ...FACTS, action: 'Delete' }).text,
      'Il ne s’est rien passé dans l’équipe «\u00a0Harbour\u00a0» depuis le 1 mars 2026 à 23:30 UTC. Si personne ne la renouvelle ni n’y travaille, le 8 mai 2026 à 02:00 UTC elle sera supprimée avec tout son contenu. Renouvelez-la si elle est encore utile.',
    );
    assert.equal(
      renderNotification('de', 'team_inactive', FACTS).text,
      'Im Team „Harbour“ ist seit dem 1. März 2026 um 23:30 UTC nichts geschehen. Wenn niemand es verlängert oder darin arbeitet, wird es am 8. Mai 2026 um 02:00 UTC archiviert: Alles bleibt lesbar, und nichts lässt sich mehr ändern. Verlängern Sie es, wenn es noch gebraucht wird.',
    );
  });

  it('differ for each lifecycle action, in every language', () => {
    for (const language of LANGUAGES) {
      for (const kind of ['team_inactive', 'team_expired'] as const) {
        const texts = (['None', 'Archive', 'Delete'] as const).map(
          (action) => renderNotification(language, kind, { ...FACTS, action }).text,
        );
        assert.equal(new Set(texts).size, 3, `${language} ${kind}`);
        assert.ok(texts.every((text) => text.includes('Harbour') && !text.includes('undefined')));
      }
      const { subject, text } = renderNotification(language, 'lifecycle_run_capped', {
        runId: 'r',
        actedCount: 250,
        leftCount: 17,
      });
      assert.match(subject, /17/);
      assert.match(text, /250.*17/s);
    }
  });

  it('contain no link in mail except the one to the page', () => {
    const teamName = 'https://evil.example Sales 2027.com by eve@evil.example';
    const record: NotificationRecord = {
      id: 'n',
      addresseeId: 'ada',
      kind: 'team_inactive',
      facts: { ...FACTS, teamName },
      createdAt: new Date(),
      readAt: null,
    };
    const ada = { displayName: 'Ada', mail: 'ada@contoso.example', accountEnabled: true };
    const mail = toMail(record, ada as never, 'https://charter.example');
    const page = 'https://charter.example/teams/team%2F1/lifecycle';
    for (const part of [mail?.text ?? '', mail?.html ?? '']) {
      assert.doesNotMatch(part.replaceAll(page, ''), /https:\/|[\p{L}\p{N}][.@]\p{L}/u);
      assert.ok(part.replaceAll('\u2060', '').includes(teamName));
    }
    assert.equal(describeNotification(record, 'en', page).text.includes(teamName), true);
  });

  it('list each answer on its own line in mail, without links and markup', () => {
    const given = [
      { title: 'Client', text: 'https://evil.example <b>' },
      { title: 'Budget', text: '10' },
    ];
    const record: NotificationRecord = {
      id: 'n',
      addresseeId: 'ada',
      kind: 'approval_requested',
      facts: {
        approvalId: 'a',
        teamName: 'Harbour',
        templateName: 'Project',
        requesterName: 'Grace',
        expiresDateTime: '2026-05-08T02:00:00.000Z',
        answers: { given, more: 1 },
      },
      createdAt: new Date(),
      readAt: null,
    };
    const ada = { displayName: 'Ada', mail: 'ada@contoso.example', accountEnabled: true };
    const mail = toMail(record, ada as never, 'https://charter.example');
    const text = mail?.text.replaceAll('\u2060', '') ?? '';
    assert.ok(
      text.includes(
        '\n\nClient: https://evil.example <b>\nBudget: 10\n1 more answer is on the page of the request.\n\n',
      ),
      text,
    );
    assert.doesNotMatch(
      mail?.html.replaceAll('https://charter.example/approvals/a', '') ?? '',
      /https:\/|<b>/,
    );
    assert.match(mail?.html ?? '', /&lt;b&gt;<br>Budget: 10<br>1 more answer/);
  });

  it("give times in the form of the reader's locale in mail, and name the time zone", () => {
    const record = {
      id: 'n',
      addresseeId: 'ada',
      kind: 'team_inactive',
      facts: FACTS,
      createdAt: new Date(),
      readAt: null,
    } as const;
    const timesFor = (preferredLanguage: string) => {
      const ada = {
        displayName: 'Ada',
        mail: 'ada@contoso.example',
        accountEnabled: true,
        preferredLanguage,
      };
      const { text = '' } = toMail(record, ada as never, 'https://charter.example') ?? {};
      return /(?:since|le) (.+? UTC)/.exec(text.replace(/[\u202f\u00a0]/g, ' '))?.[1];
    };
    assert.equal(timesFor('en-US'), 'March 1, 2026 at 11:30 PM UTC');
    assert.equal(timesFor('en-GB'), '1 March 2026 at 23:30 UTC');
    assert.equal(timesFor('fr_CA.UTF-8'), '1 mars 2026 à 23 h 30 UTC');
    assert.equal(timesFor('nl-BE'), 'March 1, 2026 at 11:30 PM UTC');
    assert.equal(timesFor('en_not a locale'), 'March 1, 2026 at 11:30 PM UTC');
  });

  it('link to the team or the lifecycle run, including in mail', () => {
    const record = (kind: 'team_inactive' | 'lifecycle_run_capped', facts: NotificationRecord['facts']) => ({
      id: 'n',
      addresseeId: 'ada',
      kind,
      facts,
      createdAt: new Date(),
      readAt: null,
    });
    const url = 'https://charter.example';
    const inactive = record('team_inactive', FACTS);
    const { link, team, approval } = describeNotification(inactive, 'de', url);
    assert.deepEqual(
      [link, team, approval],
      [`${url}/teams/team%2F1/lifecycle`, { id: 'team/1' }, undefined],
    );
    const capped = record('lifecycle_run_capped', { runId: 'r-1', actedCount: 1, leftCount: 2 });
    assert.deepEqual(describeNotification(capped, 'en', url).lifecycleRun, { id: 'r-1' });
    const ada = {
      displayName: 'Ada',
      mail: 'ada@contoso.example',
      accountEnabled: true,
      preferredLanguage: 'fr',
    };
    const mail = toMail(inactive, ada as never, url);
    assert.match(mail?.text ?? '', /^Il ne s’est rien passé[\s\S]*\/teams\/team%2F1\/lifecycle\n$/);
    assert.doesNotMatch(mail?.subject ?? '', /[\r\n]/);
  });
});

describe('the language of a reader', () => {
  for (const [preferred, language] of [
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['fr_CA', 'fr'],
    ['fr_CA.UTF-8', 'fr'],
    ['FR-ca', 'fr'],
    ['de-AT', 'de'],
    ['de_CH@euro', 'de'],
    [' de ', 'de'],
    ['en-US', 'en'],
    ['nl-BE', 'en'],
    ['frr', 'en'],
    ['deutsch', 'en'],
    ['', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ] as const) {
    it(`is ${language} when the preferred language is ${JSON.stringify(preferred) ?? 'undefined'}`, () => {
      assert.equal(languageOfPerson(preferred), language);
    });
  }
});

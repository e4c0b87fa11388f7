import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalLanguage, isLanguageRange, matchesLanguage } from './language.ts';

test('canonicalLanguage converts language tags to canonical case', () => {
  assert.equal(canonicalLanguage('en-us'), 'en-US');
  assert.equal(canonicalLanguage('pt_br'), 'pt-BR');
  assert.equal(canonicalLanguage(' zh-hant-tw '), 'zh-Hant-TW');
  assert.equal(canonicalLanguage('not a language'), undefined);
});

test('matchesLanguage matches a range with the language itself and its regional tags only', () => {
  assert.equal(matchesLanguage('en', 'en'), true);
  assert.equal(matchesLanguage('EN', 'en-US'), true);
  assert.equal(matchesLanguage('en_us', 'en-US'), true);
  assert.equal(matchesLanguage('en-US', 'en'), false);
  assert.equal(matchesLanguage('en', 'enm'), false);
  assert.equal(matchesLanguage('*', 'fr-CH'), true);
});

test('isLanguageRange accepts only valid ranges', () => {
  for (const range of ['en', 'en-US', 'zh_Hant', '*']) assert.equal(isLanguageRange(range), true, range);
  for (const range of ['', 'en-', '%', 'en US', 'e*']) assert.equal(isLanguageRange(range), false, range);
});

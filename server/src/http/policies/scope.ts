import type { Static } from 'typebox';
import type { PolicyScope as Scope } from '../../domain/policies/model.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { withoutNulls } from '../schema.ts';
import type { PolicyScopePayload } from './schemas.ts';

/** @throws InvalidRequest at `scope.templateIds` when they are missing or do not belong to the type */
export function readScope(scope: Static<typeof PolicyScopePayload>): Scope {
  const { type, templateIds } = withoutNulls(scope);
  if (type === 'templates') {
    if (templateIds !== undefined) return { type, templateIds };
    throw invalidField(
      'scope.templateIds',
      say('policies.scopeTemplates', 'Name the templates that the policy is for.'),
      'Required',
    );
  }
  if (templateIds === undefined) return { type };
  throw invalidField(
    'scope.templateIds',
    say(
      'policies.scopeWithoutTemplates',
      "The scope '{scope}' has no templates. Leave them out, or use 'templates'.",
      { scope: type },
    ),
  );
}

import { useMessages } from '../../base/messages.ts';
import { type Choice, type Matches, SearchPicker } from '../../components/SearchPicker.tsx';
import { useValue } from './manifest-form.ts';
import { appIdOf, appReference, TEAMS_APPS } from './teams-apps.ts';

const PATH = ['initialization', 'structure', 'installedApps'] as const;

const nameOf = (appId: string): string => TEAMS_APPS.find(({ id }) => id === appId)?.name ?? appId;

/** Finds known apps by their names. A typed id stands for an app of the organisation. */
function useAppMatches(typed: string): Matches<Choice> {
  const words = typed.trim().toLowerCase();
  const known = TEAMS_APPS.filter(({ name }) => name.toLowerCase().includes(words));
  const matches = known.map(({ id, name }) => ({ id, displayName: name }));
  const isId = /^[\w.:-]{8,}$/.test(words) && /[.\d]/.test(words);
  const own = isId ? [{ id: typed.trim(), displayName: typed.trim() }] : [];
  return { matches: [...matches, ...own], isFetching: false, error: null };
}

/** Fields for the apps that a new team has from the start. */
export function AppFields() {
  const text = useMessages();
  const { value, problem, isReadOnly, replaceItems } = useValue(PATH);
  const ids = Array.isArray(value) ? value.map((item) => appIdOf(item) ?? '') : [];
  if (isReadOnly && ids.length === 0) return null;
  return (
    <SearchPicker
      label={text('templates.field.apps')}
      hint={text('templates.field.appsHint')}
      problem={problem.validationMessage}
      chosen={ids.map((id) => ({ id, displayName: nameOf(id) }))}
      onChange={(apps) =>
        !isReadOnly &&
        replaceItems(
          apps.map(({ id }) => appReference(id)),
          (item) => appIdOf(item) ?? '',
        )
      }
      useMatches={useAppMatches}
      hasSuggestions
      invitation={text('templates.field.appsHint')}
      none={text('templates.app.none')}
    />
  );
}

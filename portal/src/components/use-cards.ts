/** The rows of a table as cards, where its columns do not fit. */
import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles that turn each row into a card, with the name of the column before each value, up to this width in rem. */
const cardsUpTo = (width: number) => {
  const narrow = `@container (max-width: ${width}rem)`;
  return makeStyles({
    table: { [narrow]: { backgroundColor: 'transparent', border: 'none', borderRadius: 0 } },
    row: {
      [narrow]: {
        gridTemplateColumns: 'minmax(0, 1fr)',
        rowGap: tokens.spacingVerticalXS,
        padding: tokens.spacingHorizontalM,
        marginBottom: tokens.spacingVerticalS,
        backgroundColor: tokens.colorNeutralBackground1,
        border: `1px solid ${tokens.colorNeutralStroke2}`,
        borderRadius: tokens.borderRadiusLarge,
      },
    },
    head: { [narrow]: { display: 'none' } },
    name: { [narrow]: { display: 'inline' } },
  });
};

const FEW = 24;
const SOME = 34;
/** Less than the width of a printed page. */
const MANY = 44;
const useCardsOfFew = cardsUpTo(FEW);
const useCardsOfSome = cardsUpTo(SOME);
const useCardsOfMany = cardsUpTo(MANY);

export type Cards = ReturnType<typeof useCardsOfFew>;

/** Width in rem that an equal share of the table needs for a word. */
const SHARE = 6;
const GAP = 1;

/** Returns the styles of the rows in a table that is too narrow for its columns. */
export function useCards(columns: readonly { width?: string | undefined }[]): Cards {
  const few = useCardsOfFew();
  const some = useCardsOfSome();
  const many = useCardsOfMany();
  const widths = columns.map(({ width }) => Number(/([\d.]+)rem/.exec(width ?? '')?.[1] ?? SHARE) + GAP);
  const needed = widths.reduce((sum, width) => sum + width, 0);
  if (needed < FEW) return few;
  return needed < SOME ? some : many;
}

import { useIntl } from 'react-intl';

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const UNITS = ['week', 'day', 'hour', 'minute', 'second'] as const;

/** Returns a function that writes an ISO 8601 duration in the reader's language. Other texts are shown as they are. */
export function useDuration(): (duration: string) => string {
  const { formatList, formatNumber } = useIntl();
  return (duration) => {
    const counts = DURATION.exec(duration)?.slice(1) ?? [];
    const parts = UNITS.flatMap((unit, index) =>
      counts[index] === undefined
        ? []
        : [formatNumber(Number(counts[index]), { style: 'unit', unit, unitDisplay: 'long' })],
    );
    return parts.length === 0 ? duration : formatList(parts, { type: 'unit' });
  };
}

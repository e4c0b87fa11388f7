import { useIntl } from 'react-intl';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns a function that formats a number of bytes in a suitable unit. */
export function useFileSize(): (bytes: number) => string {
  const { formatNumber } = useIntl();
  return (bytes) => {
    const place = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
    return formatNumber(bytes / 1000 ** place, {
      style: 'unit',
      unit: UNITS[place] as string,
      unitDisplay: place === 0 ? 'long' : 'short',
      maximumFractionDigits: place === 0 ? 0 : 1,
    });
  };
}

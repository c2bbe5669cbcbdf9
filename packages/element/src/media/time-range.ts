/** `TimeRanges` of one range from 0, or of none. */
export function timeRange(end: number): TimeRanges {
  const length = end > 0 ? 1 : 0;
  const tell = (time: number) => (index: number) => {
    if (index >= length) throw new DOMException(`there is no range ${index}`, 'IndexSizeError');
    return time;
  };
  return { length, start: tell(0), end: tell(end) };
}

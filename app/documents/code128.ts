/** Widths of the bars and spaces of Code 128 (ISO/IEC 15417), in modules: of the values 0 to 99, in set C the two digits themselves, and 100 to 102. */
const widths = `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121
211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124
121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241
114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
114131 311141 411131`.split(/\s/)
const start = { value: 105, widths: '211232' }
const stop = '2331112'

/**
 * The bars of an even number of digits in Code 128, set C, as modules of `1` (dark) and `0`, without the light zones of ten modules that belong on
 * both sides.
 * @throws RangeError for anything else
 */
export function code128Modules(digits: string): string {
  if (!/^(\d\d)+$/.test(digits)) throw new RangeError('Set C encodes pairs of digits')
  const values = (digits.match(/\d\d/g) ?? []).map(Number)
  const checksum = values.reduce((sum, value, index) => sum + value * (index + 1), start.value) % 103
  const symbols = [start.widths, ...[...values, checksum].map((value) => widths[value] ?? ''), stop]
  return symbols
    .flatMap((symbol) => [...symbol].map((width, index) => (index % 2 ? '0' : '1').repeat(Number(width))))
    .join('')
}

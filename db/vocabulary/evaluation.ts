/**
 * How a price becomes points. `lowest`: the lowest price divided by this one, times the highest points. `linear`: the highest points for
 * the lowest price, none from an announced ceiling on, and in a straight line between.
 */
export const priceFormulas = ['lowest', 'linear'] as const
export type PriceFormula = (typeof priceFormulas)[number]

/** The highest points of a scale; the lowest are none. */
export const pointScales = [5, 10, 100] as const

/** The figures of the dashboard. */
export const figureNames = [
  'activeProjects',
  'toDecide',
  'committed',
  'held',
  'released',
  'toPay',
  'pendingOffers',
  'won',
  'toDeliver',
  'invoiced',
  'overdue',
  'totalRevenue',
] as const
export type FigureName = (typeof figureNames)[number]

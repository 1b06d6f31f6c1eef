/** Lines of a schedule of values. */
export const maxScheduleLines = 100

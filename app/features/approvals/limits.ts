/** Requests on a page of the list. */
export const pageSize = 50
/** The last page that is shown. */
export const maxPage = 200

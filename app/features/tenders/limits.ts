/** Per form. */
export const maxFiles = 20
export const maxFilesBytes = 100_000_000
/** Documents of a project, each with any number of versions. */
export const maxDocuments = 200

/** One namespace in the reader's language: textsPlugin makes these modules. */
declare module 'virtual:texts/*'

-- The words of the full text, in order: what a prefix stands for, without reading the rows of each word.
CREATE VIRTUAL TABLE projects_terms USING fts5vocab(projects_fts, instance);

-- Full text of projects. FTS5 counts by integers, and a rowid of projects may change at a VACUUM: project_search keeps the number.
CREATE TABLE project_search (
  seq INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL UNIQUE
) STRICT;
--> statement-breakpoint
-- scope holds who and what kind as words, so that a search within them is one intersection: c<company>, s<status>, k<category>.
CREATE VIRTUAL TABLE projects_fts USING fts5(
  scope, title, description, location,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER projects_search_insert AFTER INSERT ON projects
BEGIN
  INSERT INTO project_search (project_id) VALUES (NEW.id);
  INSERT INTO projects_fts (rowid, scope, title, description, location)
  SELECT seq, 'c' || replace(NEW.company_id, '-', '') || ' s' || NEW.status || ' k' || replace(NEW.category, '_', ''),
         NEW.title, NEW.description, NEW.location
  FROM project_search WHERE project_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER projects_search_update AFTER UPDATE OF company_id, status, category, title, description, location ON projects
BEGIN
  DELETE FROM projects_fts WHERE rowid = (SELECT seq FROM project_search WHERE project_id = OLD.id);
  INSERT INTO projects_fts (rowid, scope, title, description, location)
  SELECT seq, 'c' || replace(NEW.company_id, '-', '') || ' s' || NEW.status || ' k' || replace(NEW.category, '_', ''),
         NEW.title, NEW.description, NEW.location
  FROM project_search WHERE project_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER projects_search_delete AFTER DELETE ON projects
BEGIN
  DELETE FROM projects_fts WHERE rowid = (SELECT seq FROM project_search WHERE project_id = OLD.id);
  DELETE FROM project_search WHERE project_id = OLD.id;
END;
--> statement-breakpoint
INSERT INTO project_search (project_id) SELECT id FROM projects ORDER BY id;
--> statement-breakpoint
INSERT INTO projects_fts (rowid, scope, title, description, location)
SELECT s.seq, 'c' || replace(p.company_id, '-', '') || ' s' || p.status || ' k' || replace(p.category, '_', ''),
       p.title, p.description, p.location
FROM projects p JOIN project_search s ON s.project_id = p.id;
--> statement-breakpoint
-- A line that an addendum takes away leaves the bids that priced it: their own words stay, the reference goes.
CREATE TRIGGER project_lines_leave_bids BEFORE DELETE ON project_lines
BEGIN
  UPDATE bid_lines SET project_line_id = NULL WHERE project_line_id = OLD.id;
END;

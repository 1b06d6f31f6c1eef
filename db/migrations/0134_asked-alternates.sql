-- What bidders were asked stays as it was (PROJ-11): whether they may offer alternates of their own too (BID-31).
CREATE TRIGGER projects_variants_asked BEFORE UPDATE OF variant_terms ON projects
WHEN NEW.version <= OLD.version AND EXISTS (SELECT 1 FROM tender_sets WHERE project_id = OLD.id)
  AND NEW.variant_terms IS NOT OLD.variant_terms
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;

-- A comment is written on a draft, proposes at most, and is answered before the contract is sent.
CREATE TRIGGER clause_comments_begin BEFORE INSERT ON clause_comments
WHEN NEW.status IS NOT NULL AND NEW.status <> 'open' OR NEW.decided_by IS NOT NULL OR NEW.decided_at IS NOT NULL
  OR (SELECT status FROM contracts WHERE id = NEW.contract_id) IS NOT 'draft'
  OR EXISTS (SELECT 1 FROM clause_comments WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'clause comment: it is made on a draft'); END;
--> statement-breakpoint
CREATE TRIGGER clause_comments_sent BEFORE UPDATE ON clause_comments
WHEN (SELECT status FROM contracts WHERE id = OLD.contract_id) IS NOT 'draft'
BEGIN SELECT RAISE(ABORT, 'clause comment: the contract is sent; a proposal is answered once, on a draft'); END;
--> statement-breakpoint
-- Who opened a draft to the other party, and when, stays.
CREATE TRIGGER contract_negotiations_begin BEFORE INSERT ON contract_negotiations
WHEN (SELECT status FROM contracts WHERE id = NEW.contract_id) IS NOT 'draft'
  OR EXISTS (SELECT 1 FROM contract_negotiations WHERE contract_id = NEW.contract_id)
BEGIN SELECT RAISE(ABORT, 'negotiation: a draft is opened once'); END;
--> statement-breakpoint
CREATE TRIGGER contract_negotiations_kept BEFORE UPDATE ON contract_negotiations
BEGIN SELECT RAISE(ABORT, 'negotiation: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER contract_negotiations_permanent BEFORE DELETE ON contract_negotiations
BEGIN SELECT RAISE(ABORT, 'negotiation: it is permanent'); END;
--> statement-breakpoint
-- The steps of the state machines. What ends a state is kept by the triggers of 0073 and 0076.
CREATE TRIGGER handover_defects_begin BEFORE INSERT ON handover_defects
WHEN NEW.status <> 'open'
BEGIN SELECT RAISE(ABORT, 'handover: a defect begins as open'); END;
--> statement-breakpoint
CREATE TRIGGER handover_defects_steps BEFORE UPDATE ON handover_defects
WHEN OLD.status <> 'accepted' AND NEW.status <> OLD.status
  AND (OLD.status, NEW.status) NOT IN (VALUES ('open', 'fixed'), ('fixed', 'accepted'), ('fixed', 'open'))
BEGIN SELECT RAISE(ABORT, 'handover: a defect has no such step'); END;
--> statement-breakpoint
CREATE TRIGGER contract_securities_steps BEFORE UPDATE ON contract_securities
WHEN OLD.status NOT IN ('returned', 'withdrawn') AND NEW.status <> OLD.status
  AND (OLD.status, NEW.status) NOT IN (VALUES ('recorded', 'received'), ('recorded', 'withdrawn'),
    ('received', 'claimed'), ('received', 'returned'), ('claimed', 'returned'))
BEGIN SELECT RAISE(ABORT, 'security: it has no such step'); END;
--> statement-breakpoint
-- What a guarantee or a certificate says is kept with what was recorded of it.
CREATE TRIGGER contract_securities_file_kept BEFORE UPDATE ON files
WHEN OLD.subject_type = 'security'
BEGIN SELECT RAISE(ABORT, 'security: its file is kept'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_files_not_replaced BEFORE INSERT ON files
WHEN EXISTS (SELECT 1 FROM files
  WHERE (id = NEW.id OR stored_as = NEW.stored_as) AND subject_type IN ('security', 'certificate'))
BEGIN SELECT RAISE(ABORT, 'file: that of a security or a certificate is kept'); END;

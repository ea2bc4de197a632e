CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN
  SELECT RAISE(ABORT, 'the journal is append-only: a row cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
BEGIN
  SELECT RAISE(ABORT, 'the journal is append-only: a row cannot be removed');
END;
--> statement-breakpoint
CREATE TRIGGER journal_no_replace BEFORE INSERT ON journal
WHEN EXISTS (SELECT 1 FROM journal WHERE seq = NEW.seq)
  OR EXISTS (
    SELECT 1 FROM journal
    WHERE dedupe = NEW.dedupe AND (kind <> NEW.kind OR facts <> NEW.facts)
  )
BEGIN
  SELECT RAISE(ABORT, 'the journal is append-only: a row cannot be replaced');
END;
--> statement-breakpoint
CREATE TRIGGER journal_once BEFORE INSERT ON journal
WHEN EXISTS (
  SELECT 1 FROM journal
  WHERE dedupe = NEW.dedupe AND kind = NEW.kind AND facts = NEW.facts
)
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER journal_seals_no_update BEFORE UPDATE ON journal_seals
BEGIN
  SELECT RAISE(ABORT, 'the seals of the journal cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER journal_seals_no_delete BEFORE DELETE ON journal_seals
BEGIN
  SELECT RAISE(ABORT, 'the seals of the journal cannot be removed');
END;
--> statement-breakpoint
CREATE TRIGGER journal_seals_no_replace BEFORE INSERT ON journal_seals
WHEN EXISTS (SELECT 1 FROM journal_seals WHERE seq = NEW.seq AND hash <> NEW.hash)
BEGIN
  SELECT RAISE(ABORT, 'the seals of the journal cannot be replaced');
END;

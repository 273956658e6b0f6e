//! Documents become text, and hostile ones become errors.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod any_bytes;
mod damage;
mod docx;
mod docx_changes;
mod docx_chunks;
mod docx_fields;
mod docx_grounds;
mod epub;
mod equations;
mod files;
mod formulas;
mod hostile;
mod lists;
mod marks;
mod merged;
mod number_formats;
mod odf;
mod odf_hidden;
mod odf_values;
mod page_headers;
mod pdf;
mod pptx;
mod pptx_masters;
#[path = "../../../core/tests/support/random.rs"]
mod random;
mod recognize;
mod scripts;
mod symbols;
mod xlsx;
mod xlsx_shapes;
mod xlsx_writers;
mod zip;
mod zip_writer;

mod binary;
mod cell_runs;
mod compound_file;
mod doc;
mod doc_tables;
mod doc_writer;
mod rtf;
mod rtf_grounds;
mod xls;
mod xls_writer;

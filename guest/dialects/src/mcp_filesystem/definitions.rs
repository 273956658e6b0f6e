//! The definitions of the tools of release 2.0.1 for a model, in the wording of the release.
//!
//! Descriptions of tools and arguments are those of `@modelcontextprotocol/server-filesystem` by
//! the Model Context Protocol, a Series of LF Projects, LLC, under the MIT licence and, in new
//! parts, Apache-2.0.

use crate::shared::Definition;

const PATH: &str = r#"{"path":{"type":"string"}}"#;

const PATHS: &str = concat!(
    r#"{"paths":{"type":"array","items":{"type":"string"},"minItems":1,"description":"#,
    r#""Array of file paths to read. Each path must be a string pointing to a valid file "#,
    r#"within allowed directories."}}"#
);

const LINES: &str = concat!(
    r#"{"path":{"type":"string"},"tail":{"type":"number","description":"#,
    r#""If provided, returns only the last N lines of the file"},"#,
    r#""head":{"type":"number","description":"#,
    r#""If provided, returns only the first N lines of the file"}}"#
);

const SORTED: &str = concat!(
    r#"{"path":{"type":"string"},"sortBy":{"type":"string","enum":["name","size"],"#,
    r#""default":"name","description":"Sort entries by name or size"}}"#
);

const EXCLUDED: &str = concat!(
    r#"{"path":{"type":"string"},"#,
    r#""excludePatterns":{"type":"array","items":{"type":"string"},"default":[]}}"#
);

const PATTERNS: &str = concat!(
    r#"{"path":{"type":"string"},"pattern":{"type":"string"},"#,
    r#""excludePatterns":{"type":"array","items":{"type":"string"},"default":[]}}"#
);

/// Returns a definition, with the properties and the names of the required ones as JSON.
fn definition(
    name: &'static str,
    description: &str,
    properties: &str,
    required: &str,
    snippet: &'static str,
    guideline: &str,
) -> Definition {
    let required = match required {
        "[]" => String::new(),
        names => format!(r#","required":{names}"#),
    };
    let schema = "https://json-schema.org/draft/2020-12/schema";
    Definition {
        name,
        description: description.into(),
        parameters: format!(
            r#"{{"$schema":"{schema}","type":"object","properties":{properties}{required}}}"#
        ),
        full_parameters: None,
        snippet,
        guidelines: vec![guideline.into()],
    }
}

pub(crate) fn read_text_file() -> Definition {
    definition(
        "read_text_file",
        "Read the complete contents of a file from the file system as text. Handles various text \
         encodings and provides detailed error messages if the file cannot be read. Use this tool \
         when you need to examine the contents of a single file. Use the 'head' parameter to read \
         only the first N lines of a file, or the 'tail' parameter to read only the last N lines \
         of a file. Operates on the file as text regardless of extension. Only works within \
         allowed directories.",
        LINES,
        r#"["path"]"#,
        "read_text_file: read a text file, or its first or last lines",
        "Use head or tail when you need only a part of a large file.",
    )
}

pub(crate) fn read_file() -> Definition {
    definition(
        "read_file",
        "Read the complete contents of a file as text. DEPRECATED: Use read_text_file instead.",
        LINES,
        r#"["path"]"#,
        "read_file: the same as read_text_file",
        "Use read_text_file instead of read_file.",
    )
}

pub(crate) fn read_multiple_files() -> Definition {
    definition(
        "read_multiple_files",
        "Read the contents of multiple files simultaneously. This is more efficient than reading \
         files one by one when you need to analyze or compare multiple files. Each file's content \
         is returned with its path as a reference. Failed reads for individual files won't stop \
         the entire operation. Only works within allowed directories.",
        PATHS,
        r#"["paths"]"#,
        "read_multiple_files: read several text files at once",
        "Read files together that you want to compare.",
    )
}

pub(crate) fn read_media_file() -> Definition {
    definition(
        "read_media_file",
        "Read a file and return it as a base64-encoded content block with its MIME type. Image \
         and audio files are returned as image/audio content; any other file type is returned as \
         an embedded resource. Only works within allowed directories.",
        PATH,
        r#"["path"]"#,
        "read_media_file: look at an image, or attach any other file",
        "Use read_text_file for text.",
    )
}

pub(crate) fn list_directory() -> Definition {
    definition(
        "list_directory",
        "Get a detailed listing of all files and directories in a specified path. Results clearly \
         distinguish between files and directories with [FILE] and [DIR] prefixes. This tool is \
         essential for understanding directory structure and finding specific files within a \
         directory. Only works within allowed directories.",
        PATH,
        r#"["path"]"#,
        "list_directory: list a directory",
        "List directories with list_directory rather than with shell commands.",
    )
}

pub(crate) fn list_directory_with_sizes() -> Definition {
    definition(
        "list_directory_with_sizes",
        "Get a detailed listing of all files and directories in a specified path, including \
         sizes. Results clearly distinguish between files and directories with [FILE] and [DIR] \
         prefixes. This tool is useful for understanding directory structure and finding specific \
         files within a directory. Only works within allowed directories.",
        SORTED,
        r#"["path"]"#,
        "list_directory_with_sizes: list a directory with the sizes of files",
        "Use sortBy \"size\" to find the largest files first.",
    )
}

pub(crate) fn directory_tree() -> Definition {
    definition(
        "directory_tree",
        "Get a recursive tree view of files and directories as a JSON structure. Each entry \
         includes 'name', 'type' (file/directory), and 'children' for directories. Files have no \
         children array, while directories always have a children array (which may be empty). The \
         output is formatted with 2-space indentation for readability. Only works within allowed \
         directories.",
        EXCLUDED,
        r#"["path"]"#,
        "directory_tree: all that is below a directory, as JSON",
        "Exclude node_modules and the like from directory_tree.",
    )
}

pub(crate) fn search_files() -> Definition {
    definition(
        "search_files",
        "Recursively search for files and directories matching a pattern. The patterns should be \
         glob-style patterns that match paths relative to the working directory. Use pattern like \
         '*.ext' to match files in current directory, and '**/*.ext' to match files in all \
         subdirectories. Returns full paths to all matching items. Great for finding files when \
         you don't know their exact location. Only searches within allowed directories.",
        PATTERNS,
        r#"["path","pattern"]"#,
        "search_files: find files and directories by a glob",
        "Begin a pattern with **/ to search below the directory, too.",
    )
}

pub(crate) fn get_file_info() -> Definition {
    definition(
        "get_file_info",
        "Retrieve detailed metadata about a file or directory. Returns comprehensive information \
         including size, creation time, last modified time, permissions, and type. This tool is \
         perfect for understanding file characteristics without reading the actual content. Only \
         works within allowed directories.",
        PATH,
        r#"["path"]"#,
        "get_file_info: the size, times and kind of a file or directory",
        "Use get_file_info before you read a file that may be large.",
    )
}

pub(crate) fn list_allowed_directories() -> Definition {
    definition(
        "list_allowed_directories",
        "Returns the list of directories that this server is allowed to access. Subdirectories \
         within these allowed directories are also accessible. Use this to understand which \
         directories and their nested paths are available before trying to access files.",
        "{}",
        "[]",
        "list_allowed_directories: the directories that can be used",
        "Call list_allowed_directories before you use a path elsewhere.",
    )
}

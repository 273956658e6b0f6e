//! Rows of tables with lines.

use crate::files::shown;

/// Texts at these places.
fn texts(all: &[(u32, u32, &str)]) -> String {
    let all = all.iter().map(|(x, y, text)| format!("1 0 0 1 {x} {y} Tm ({text}) Tj "));
    format!("BT /F1 10 Tf {} ET ", all.collect::<String>())
}

/// A table of two rows, drawn column by column, and the text after it.
const COLUMNS: [(u32, u32, &str); 7] = [
    (72, 705, "Rent"),
    (72, 685, "Power"),
    (200, 705, "1,200"),
    (200, 683, "80"),
    (300, 705, "May"),
    (300, 685, "June"),
    (72, 600, "after"),
];
const ROWS: &str = "\
    Rent                      1,200               May\n\n\
    Power                     80                  June\n\nafter";
const DRAWN: &str = "Rent\n\nPower\n\n1,200\n\n80\n\nMay\n\nJune\n\nafter";

#[test]
fn a_row_between_lines_is_a_line_of_text() {
    let table = texts(&COLUMNS);
    assert_eq!(shown(&table), DRAWN);
    let lines = |operator: &str| {
        [720, 700, 680].map(|y| format!("70 {y} m 400 {y} l {operator} ")).concat()
    };
    // The lines may be drawn after the text, or not at all.
    for (operator, expected) in [("S", ROWS), ("s", ROWS), ("n", DRAWN)] {
        assert_eq!(shown(&(table.clone() + &lines(operator))), expected, "{operator}");
        assert_eq!(shown(&(lines(operator) + &table)), expected, "{operator}");
    }
    // Bars and the edges of cells are lines, too.
    let bars = [720, 700, 680].map(|y| format!("70 {y} 330 0.5 re f ")).concat();
    assert_eq!(shown(&(bars + &table)), ROWS);
    let cell = |x: u32, y: u32| format!("{x} {y} 100 20 re S ");
    let row = |y| [70, 170, 270].map(|x| cell(x, y)).concat();
    assert_eq!(shown(&(row(700) + &row(680) + &table)), ROWS);
    let turned = format!("0 1 -1 0 800 0 cm {table}{}", lines("S"));
    assert_eq!(shown(&turned), ROWS);
}

#[test]
fn other_texts_between_lines_stay_as_drawn() {
    let lines = "70 720 m 400 720 l S 70 680 m 400 680 l S ";
    // Two columns of text.
    let columns = texts(&[(72, 705, "a"), (72, 690, "b"), (200, 705, "c"), (200, 690, "d")]);
    assert_eq!(shown(&(lines.to_owned() + &columns)), "a\nb\nc\nd");
    // A line that reaches out of the row.
    let beside = texts(&[(72, 705, "a"), (200, 690, "b"), (450, 690, "c")]);
    assert_eq!(
        shown(&(lines.to_owned() + &beside)),
        "a\nb                                                 c"
    );
    // Boxes side by side.
    let boxes = "70 680 80 40 re S 190 680 80 40 re S ";
    assert_eq!(shown(&(boxes.to_owned() + &texts(&[(72, 705, "a"), (200, 695, "b")]))), "a\nb");
}

#[test]
fn hidden_cells_of_a_row_are_marked() {
    let lines = "70 720 m 400 720 l S 70 700 m 400 700 l S ";
    let cells = "BT /F1 10 Tf 1 0 0 1 72 705 Tm (a) Tj 1 0 0 1 72 600 Tm (z) Tj \
        1 g 1 0 0 1 200 705 Tm (## Page 9) Tj ET";
    assert_eq!(
        shown(&(lines.to_owned() + cells)),
        "a                         [hidden: ## Page 9]\n\nz"
    );
}

#[test]
fn cells_keep_their_columns() {
    let table = texts(&[
        (172, 720, "May"),
        (250, 720, "June"),
        (72, 705, "Rent and power"),
        (250, 705, "1,200"),
        // A cell that is the only one of its row.
        (172, 690, "80"),
        (72, 675, "Water"),
        (172, 675, "7"),
        (205, 675, "8 or 9 or perhaps 10"),
        (330, 675, "11"),
    ]);
    let rows = [
        "                    May             June",
        "Rent and power                      1,200",
        "                    80",
        "Water               7      8 or 9 or perhaps 10     11",
    ];
    assert_eq!(shown(&table), rows.join("\n"));
    let turned = format!("0 1 -1 0 800 0 cm {table}");
    assert_eq!(shown(&turned), rows.join("\n"));
    // Beside a wide gap, others may be narrower.
    let narrow = [(72, 700, "a"), (85, 700, "b"), (200, 700, "c"), (218, 700, "d")];
    assert_eq!(shown(&texts(&narrow)), format!("a b{}c  d", " ".repeat(23)));
    assert_eq!(shown(&texts(&narrow[..2])), "a b");
    // Some characters are wide.
    let wide = "BT /F1 10 Tf 1 0 0 1 72 700 Tm /Span << /ActualText <FEFF4E2D6587> >> BDC (x) Tj \
        EMC 1 0 0 1 172 700 Tm (b) Tj ET";
    assert_eq!(shown(wide), format!("中文{}b", " ".repeat(16)));
    // A gap that is drawn as spaces. The mark around a cell ends before the gap.
    let cells = "BT /F1 10 Tf 1 0 0 1 72 700 Tm (a) Tj 1 g (b) Tj 0 g (            c) Tj ET";
    assert_eq!(shown(cells), "a[hidden: b]      c");
}

#[test]
fn cells_may_be_drawn_in_any_order() {
    let rows = [["Rent", "12", "1,200.00"], ["Power", "3", "80.00"], ["Water and heat", "1", "7"]];
    let xs = [72, 200, 300];
    let drawn = |order: [usize; 3]| {
        let cells = rows
            .iter()
            .zip([700, 685, 670])
            .flat_map(|(row, y)| order.map(|at| (xs[at], y, row[at])));
        shown(&texts(&cells.collect::<Vec<_>>()))
    };
    let table = "\
        Rent                      12                  1,200.00\n\
        Power                     3                   80.00\n\
        Water and heat            1                   7";
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(drawn(order), table, "{order:?}");
    }
}

#[test]
fn only_cells_have_columns() {
    // The indents of a list, and of a line below it.
    let list = texts(&[(72, 700, "1."), (90, 700, "first"), (90, 688, "line"), (72, 676, "2.")]);
    assert_eq!(shown(&list), "1. first\nline\n2.");
    // Spaces between words that fill a line.
    assert_eq!(
        shown("BT /F1 10 Tf 9 Tw (words of a line that is filled) Tj ET").matches("  ").count(),
        0
    );
    // A line between rows that starts with them.
    let between = texts(&[
        (72, 700, "a"),
        (200, 700, "b"),
        (90, 688, "note"),
        (72, 676, "c"),
        (200, 676, "d"),
    ]);
    assert_eq!(shown(&between).lines().nth(1), Some("note"));
    // Gaps have a limit.
    let far = "BT /F1 1 Tf 1 0 0 1 0 700 Tm (a) Tj 1 0 0 1 90000 700 Tm (b) Tj \
        1 0 0 1 180000 700 Tm (c) Tj ET";
    assert!(shown(far).len() < 1000);
}

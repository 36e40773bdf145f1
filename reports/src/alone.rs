//! A standalone picture. In a page, pictures take their colours from a style sheet with variables that change in the
//! dark theme; programs other than browsers understand little of that, and draw black on black. Here each element gets
//! the style sheet's properties as attributes, which every program that draws SVG understands.

use std::collections::BTreeMap;

/// A picture with the light colours of its style sheet written at each element, and without the sheet. Its size is
/// added to its view box.
///
/// It handles what our own pictures consist of and no other SVG: sheets of nested classes and element names, and tags
/// in which no attribute contains `>`.
pub fn alone(svg: &str) -> String {
    let (sheet, rest) = apart(svg);
    let sheet = Sheet::of(&sheet);
    let mut drawn = String::with_capacity(rest.len() * 3 / 2);
    let mut above: Vec<Element> = Vec::new();
    let mut rest = rest.as_str();
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        drawn.push_str(text);
        let Some(end) = tag.find('>') else { break };
        let (tag, behind) = tag.split_at(end + 1);
        rest = behind;
        if tag.starts_with("</") {
            above.pop();
            drawn.push_str(tag);
        } else if tag.starts_with("<?") || tag.starts_with("<!") {
            drawn.push_str(tag);
        } else {
            let (element, mut attributes) = taken_apart(tag);
            above.push(element);
            attributes.retain(|(name, _)| name != "class");
            for (name, value) in sheet.says_of(&above) {
                set(&mut attributes, name, value);
            }
            if above.len() == 1 {
                give_size(&mut attributes);
            }
            write_tag(&mut drawn, &above[above.len() - 1].name, &attributes, tag.ends_with("/>"));
            if tag.ends_with("/>") {
                above.pop();
            }
        }
    }
    drawn.push_str(rest);
    drawn
}

/// The style sheets of a picture, and the picture without them.
fn apart(svg: &str) -> (String, String) {
    let (mut sheet, mut rest) = (String::new(), String::new());
    let mut left = svg;
    while let Some((before, inside)) = left.split_once("<style>") {
        let Some((inside, behind)) = inside.split_once("</style>") else { break };
        rest.push_str(before);
        sheet.push_str(inside);
        left = behind;
    }
    rest.push_str(left);
    (sheet, rest)
}

/// The parts of an element that a selector matches.
#[derive(Clone, Debug, Default)]
struct Element {
    name: String,
    classes: Vec<String>,
}

/// An element and its attributes, in order, from its tag.
fn taken_apart(tag: &str) -> (Element, Vec<(String, String)>) {
    let inside = tag.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/');
    let (name, mut rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    let mut attributes = Vec::new();
    while let Some((name, value)) = rest.split_once("=\"") {
        let Some((value, behind)) = value.split_once('"') else { break };
        attributes.push((name.trim().to_owned(), value.to_owned()));
        rest = behind;
    }
    let classes = attributes.iter().find(|(name, _)| name == "class").map(|(_, value)| value.as_str());
    let classes = classes.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    (Element { name: name.to_owned(), classes }, attributes)
}

fn set(attributes: &mut Vec<(String, String)>, name: &str, value: &str) {
    match attributes.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => value.clone_into(old),
        None => attributes.push((name.to_owned(), value.to_owned())),
    }
}

/// Adds width and height if there is only a view box.
fn give_size(attributes: &mut Vec<(String, String)>) {
    let view = attributes.iter().find(|(name, _)| name == "viewBox").map(|(_, value)| value.clone());
    let has_size = attributes.iter().any(|(name, _)| name == "width");
    if let (Some(view), false) = (view, has_size) {
        let numbers: Vec<&str> = view.split_whitespace().collect();
        if let [_, _, width, height] = numbers[..] {
            set(attributes, "width", width);
            set(attributes, "height", height);
        }
    }
}

fn write_tag(drawn: &mut String, name: &str, attributes: &[(String, String)], is_empty: bool) {
    drawn.push('<');
    drawn.push_str(name);
    for (name, value) in attributes {
        drawn.extend([" ", name, "=\"", value, "\""]);
    }
    drawn.push_str(if is_empty { "/>" } else { ">" });
}

/// A part of a selector: a name, classes, or both.
#[derive(Debug, Default, PartialEq, Eq)]
struct Part {
    name: Option<String>,
    classes: Vec<String>,
}

impl Part {
    fn of(text: &str) -> Self {
        let mut words = text.split('.');
        let name = words.next().filter(|name| !name.is_empty()).map(str::to_owned);
        Self { name, classes: words.map(str::to_owned).collect() }
    }

    fn is(&self, element: &Element) -> bool {
        self.name.as_ref().is_none_or(|name| *name == element.name)
            && self.classes.iter().all(|class| element.classes.contains(class))
    }
}

/// A rule of the sheet; the last part of its selector is the element itself.
#[derive(Debug)]
struct Rule {
    parts: Vec<Part>,
    /// The number of classes and of names: if two rules conflict, the one with more wins.
    weight: [usize; 2],
    says: Vec<(String, String)>,
}

impl Rule {
    fn concerns(&self, above: &[Element]) -> bool {
        let (Some((last, outer)), Some((element, around))) = (self.parts.split_last(), above.split_last())
        else {
            return false;
        };
        // Matching the nearest element leaves the most for the earlier parts.
        let mut around = around.iter().rev();
        last.is(element) && outer.iter().rev().all(|part| around.any(|element| part.is(element)))
    }
}

/// A style sheet, in the light theme.
#[derive(Debug, Default)]
struct Sheet {
    rules: Vec<Rule>,
}

impl Sheet {
    fn of(text: &str) -> Self {
        let text = without_comments(text);
        let (mut rules, mut variables) = (Vec::new(), BTreeMap::new());
        for (selectors, body) in blocks(&text) {
            // Applies only in the dark theme, or on a page that asks for it.
            if selectors.contains('@') || selectors.contains(':') {
                continue;
            }
            let said = body.split(';').filter_map(|line| line.split_once(':'));
            let said = said.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
            let (defined, says): (Vec<_>, Vec<_>) = said.partition(|(name, _)| name.starts_with("--"));
            variables.extend(defined);
            for selector in selectors.split(',') {
                let parts: Vec<Part> = selector.split_whitespace().map(Part::of).collect();
                let classes = parts.iter().map(|part| part.classes.len()).sum();
                let names = parts.iter().filter(|part| part.name.is_some()).count();
                rules.push(Rule { parts, weight: [classes, names], says: says.clone() });
            }
        }
        for (_, value) in rules.iter_mut().flat_map(|rule| &mut rule.says) {
            *value = resolved(value, &variables);
        }
        // The sort is stable: rules of equal weight stay in the order of the sheet.
        rules.sort_by_key(|rule| rule.weight);
        Self { rules }
    }

    /// The properties of the last of these elements, each of which is inside the one before.
    fn says_of(&self, above: &[Element]) -> BTreeMap<&str, &str> {
        let rules = self.rules.iter().filter(|rule| rule.concerns(above));
        let said = rules.flat_map(|rule| &rule.says).map(|(name, value)| (name.as_str(), value.as_str()));
        said.filter(|(name, _)| *name != "pointer-events").collect()
    }
}

/// A value with its variables replaced.
fn resolved(value: &str, variables: &BTreeMap<String, String>) -> String {
    let Some((before, rest)) = value.split_once("var(") else { return value.to_owned() };
    let Some((inside, behind)) = rest.split_once(')') else { return value.to_owned() };
    let (name, otherwise) = inside.split_once(',').unwrap_or((inside, ""));
    let value = variables.get(name.trim()).map_or(otherwise.trim(), String::as_str);
    format!("{before}{value}{}", resolved(behind, variables))
}

fn without_comments(text: &str) -> String {
    let mut pieces = text.split("/*");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |kept, piece| kept + piece.split_once("*/").map_or("", |(_, behind)| behind))
}

/// The outermost blocks of a sheet: selector and content.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let (mut found, mut start, mut depth, mut open) = (Vec::new(), 0, 0_usize, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => {
                if depth == 0 {
                    open = at;
                }
                depth += 1;
            }
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push((text[start..open].trim(), &text[open + 1..at]));
                    start = at + 1;
                }
            }
            _ => (),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_is_given_what_the_sheet_says_of_it_by_light() {
        let svg = "<svg class=\"p\" viewBox=\"0 0 40 30\"><style>/* tints */ .p { --ink: #111; \
                   font-family: sans-serif; } .p text { fill: var(--ink); } \
                   .p .soft { fill: var(--soft, #222); stroke: none }\
                   .p .in .soft { fill: #333; } @media (prefers-color-scheme: dark) { .p { --ink: #eee; } }\
                   :root[data-theme=\"dark\"] .p { --ink: #ddd; }</style>\
                   <text>a</text><text class=\"soft\" fill=\"red\" x=\"1\">b</text>\
                   <g class=\"in\"><g><rect class=\"soft\"/></g></g><rect/></svg>\n";
        // By hand: a class weighs more than a name, two classes more than one; no rule matches the last.
        let expected = "<svg viewBox=\"0 0 40 30\" font-family=\"sans-serif\" width=\"40\" height=\"30\">\
                        <text fill=\"#111\">a</text><text fill=\"#222\" x=\"1\" stroke=\"none\">b</text>\
                        <g><g><rect fill=\"#333\" stroke=\"none\"/></g></g><rect/></svg>\n";
        assert_eq!(alone(svg), expected);
    }

    #[test]
    fn what_has_no_sheet_stays_as_it_is() {
        let svg = "<?xml version=\"1.0\"?>\n<svg width=\"4\" height=\"3\"><!-- a --><text x=\"1\">1 &lt; 2</text>\
                   </svg>";
        assert_eq!(alone(svg), svg);
    }
}
